import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { contextOf, faultyHttp } from '../engine/faultyService.mts';
import { fieldsOf, items, type BedWorkflow, type TestBed } from './testBed.mts';

/** Longer than the slowest answer. */
const PATIENCE_MS = 400_000;

export const CONTINUE = { onError: 'continueErrorOutput' };

interface Context {
	n: number;
	[field: string]: unknown;
}

/** Answers a start, or does not. */
export type Behaviour = (response: ServerResponse, context: Context) => void | Promise<void>;

export const answer =
	(status: number, body: unknown = {}, headers = {}): Behaviour =>
	(response) => {
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(JSON.stringify(body));
	};

export const after =
	(ms: number, behave: Behaviour): Behaviour =>
	async (response, context) => {
		await sleep(ms);
		await behave(response, context);
	};

/** A service of a test's own, the starts that it has received, and runs to it. */
export class OwnService {
	private static count = 0;

	readonly received: Array<{ context: Context }> = [];
	/** For its workflows and its credential. */
	readonly name = `own-${OwnService.count++}`;
	private runCount = 0;
	url = '';

	private constructor(
		private readonly bed: TestBed,
		public behave: Behaviour,
	) {}

	/** Opens the service, and closes it after `work`. */
	static async with<T>(
		bed: TestBed,
		behave: Behaviour,
		work: (service: OwnService) => Promise<T>,
	): Promise<T> {
		const own = new OwnService(bed, behave);
		const { url, close } = await faultyHttp((response, body) => {
			const context = contextOf(body) as Context;
			own.received.push({ context });
			Promise.resolve(own.behave(response, context)).catch(() => response.destroy());
		});
		try {
			own.url = url;
			return await work(own);
		} finally {
			await close();
		}
	}

	/** Runs the node on so many rows. Resolves to the execution, its outputs, and how long it took, in ms. */
	async run(
		rows: number,
		{ options, settings }: { options?: object; settings?: BedWorkflow['settings'] } = {},
	) {
		const path = `${this.name}-${this.runCount++}`;
		const credential = await this.credential();
		const workflow = { path, credential, parameters: { options: { ...options } }, settings };
		const run = await this.bed.run(workflow, items(rows), PATIENCE_MS);
		const [first] = await this.bed.saved(run.id);
		return {
			...run,
			ms: first?.executionTime ?? NaN,
			outputs: [fieldsOf(first, 0), fieldsOf(first, 1)] as const,
		};
	}

	async credential() {
		const { api, lab } = this.bed;
		const own = { baseUrl: this.url, allowInsecureHttp: true };
		return await api.createCredential(this.name, { ...lab.credentialFor('qa'), ...own });
	}
}
