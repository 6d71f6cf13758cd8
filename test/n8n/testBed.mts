import assert from 'node:assert/strict';

import type { Execution, NodeRun, SavedCredential, SavedWorkflow } from '../../tools/n8n/api.mts';
import type { Lab } from '../../tools/n8n/lab.mts';
import { postJson } from '../../tools/request.mts';
import type { LoggedStart } from '../../tools/stand-in/startLog.mts';
import type { Scenario } from '../scenario.mts';
import { testWorkflow, type TestWorkflow } from './workflow.mts';

/** One journey through a running n8n. */
export type Journey = (bed: TestBed, scenario: Scenario) => Promise<void>;

/** An item that the webhook gets. Its number identifies it. */
export interface Item {
	n: number;
	slug: string;
	[field: string]: unknown;
}

export const ECHO = 'echo-4kq7zt';
export const UNKNOWN_FLOW = 'no-such-flow-000000';
export const FAILING = 'failing-payment-9d4r6v';
export const SLOW = 'slow-report-5w8n3c';

/** Items for the echo flow, those in `slugs` for others. */
export function items(count: number, slugs: Record<number, string> = {}): Item[] {
	return Array.from({ length: count }, (_, n) => ({ n, slug: slugs[n] ?? ECHO }));
}

/** The credential of the test bed, unless another one is given. */
export type BedWorkflow = Omit<TestWorkflow, 'credential'> & Partial<TestWorkflow>;

/** A running n8n with two credentials, in which workflows are made live, fed, and read back. */
export class TestBed {
	private constructor(
		readonly lab: Lab,
		/** URL and token of QA, without a flow. */
		readonly credential: SavedCredential,
		/** The requests of all of the stand-in's flows, for QA. */
		readonly pasted: SavedCredential,
	) {}

	static async create(lab: Lab): Promise<TestBed> {
		const create = async (name: string, data: object) =>
			await lab.n8n.api.createCredential(name, 'startFlowApi', data);
		const credential = await create('URL and token', lab.credentialFor('qa'));
		return new TestBed(lab, credential, await create('Requests', lab.pastedFor('qa')));
	}

	get api() {
		return this.lab.n8n.api;
	}

	get log() {
		return this.lab.standIn.log;
	}

	/** A credential for QA with some other fields. */
	async createCredential(name: string, changes: object): Promise<SavedCredential> {
		const data = { ...this.lab.credentialFor('qa'), ...changes };
		return await this.api.createCredential(name, 'startFlowApi', data);
	}

	/** A live workflow with the node in it. */
	async create(workflow: BedWorkflow): Promise<SavedWorkflow> {
		return await this.api.publish(testWorkflow({ credential: this.credential, ...workflow }));
	}

	/** Calls a webhook. Resolves to the text of its answer. */
	async post(path: string, body: object): Promise<string> {
		const response = await postJson(`${this.lab.n8n.url}/webhook/${path}`, body);
		const text = await response.text();
		assert.equal(response.status, 200, text);
		return text;
	}

	/** Makes a workflow live, sends items through it, and waits for the end of its execution. */
	async run(workflow: BedWorkflow, sent: object[], patienceMs?: number): Promise<FinishedRun> {
		const from = this.log.starts.length;
		const saved = await this.create(workflow);
		await this.post(workflow.path, { items: sent });
		const execution = await this.api.finished(saved.id, 1, patienceMs);
		return { ...execution, workflow: saved, starts: () => this.log.starts.slice(from) };
	}

	/** The starts from `from` on, as slug and context. */
	startsSince(from: number): Array<[slug: string, context: object]> {
		return this.log.starts.slice(from).map(({ slug, context }) => [slug, context]);
	}

	/** The saved runs of a node in an execution. */
	async saved(executionId: string, nodeName = 'Trigger Flow'): Promise<NodeRun[]> {
		return (await this.lab.runData(executionId))[nodeName] ?? [];
	}
}

export interface FinishedRun extends Execution {
	workflow: SavedWorkflow;
	/** The starts since the beginning of the run. */
	starts: () => LoggedStart[];
}

/** The fields of each item in an output. */
export function fieldsOf(run: NodeRun | undefined, output = 0): Array<Record<string, unknown>> {
	return (run?.data?.main[output] ?? []).map(({ json }) => json);
}

/** Fails unless `count` items were started, and each of them once. */
export function eachOnce(starts: LoggedStart[], count: number): void {
	const numbers = starts.map(({ context }) => context.n as number);
	const twice = numbers.filter((n, index) => numbers.indexOf(n) !== index);
	assert.deepEqual(twice, [], 'numbers of the items that were started more than once');
	assert.equal(numbers.length, count);
}
