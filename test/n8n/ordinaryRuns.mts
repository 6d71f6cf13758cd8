import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { contextOf, faultyHttp } from '../engine/faultyService.mts';
import { fieldsOf, type TestBed } from './testBed.mts';

/** Longer than the slowest answer. */
const PATIENCE_MS = 400_000;

interface Context {
	n: number;
	[field: string]: unknown;
}

/** Answers a start, or does not. */
export type Behaviour = (response: ServerResponse, context: Context) => void | Promise<void>;

export const answer =
	(status: number, body: unknown = {}, headers = {}): Behaviour =>
	(response) => {
		response
			.writeHead(status, { 'content-type': 'application/json', ...headers })
			.end(typeof body === 'string' ? body : JSON.stringify(body));
	};

export const after =
	(ms: number, behave: Behaviour): Behaviour =>
	async (response, context) => {
		await sleep(ms);
		await behave(response, context);
	};

interface RunOptions {
	parameters?: object;
	options?: object;
	settings?: object;
	loopOver?: number;
}

/** A service of one's own, the starts that it has received, and runs to it. */
export class OrdinaryRuns {
	readonly received: number[] = [];
	private count = 0;
	url = '';

	private constructor(
		private readonly bed: TestBed,
		private readonly name: string,
		public behave: Behaviour,
	) {}

	/** Opens the service, and closes it after `work`. */
	static async with<T>(
		bed: TestBed,
		name: string,
		behave: Behaviour,
		work: (runs: OrdinaryRuns) => Promise<T>,
	): Promise<T> {
		const runs = new OrdinaryRuns(bed, name, behave);
		const service = await faultyHttp((response, body) => {
			const context = contextOf(body) as Context;
			runs.received.push(context.n);
			Promise.resolve(runs.behave(response, context)).catch(() => response.destroy());
		});
		try {
			runs.url = service.url;
			return await work(runs);
		} finally {
			await service.close();
		}
	}

	/** Runs the node on so many rows. Resolves to the execution, and to how long it took, in ms. */
	async run(
		rows: number,
		{ parameters, options = {}, ...workflow }: RunOptions = {},
		sent: object[] = Array.from({ length: rows }, (_, n) => ({ n, slug: 'order-1' })),
	) {
		const path = `ordinary-${this.name}-${this.count++}`;
		const credential = await this.credential();
		const run = await this.bed.run(
			{ path, credential, parameters: { options, ...parameters }, ...workflow },
			sent,
			PATIENCE_MS,
		);
		const [first] = await this.bed.saved(run.id);
		return {
			...run,
			ms: first?.executionTime ?? NaN,
			outputs: [0, 1].map((at) => fieldsOf(first, at)),
		};
	}

	async credential() {
		const fields = { baseUrl: this.url, allowInsecureHttp: true };
		return await this.bed.createCredential(this.name, fields);
	}

	eachOnce(count: number): void {
		assert.equal(this.received.length, count);
		assert.equal(new Set(this.received).size, count);
	}
}
