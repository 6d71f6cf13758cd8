import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { LoggedStart } from '../../stand-in/startLog.mts';
import type { Execution, SavedCredential, SavedWorkflow, Workflow } from '../../tools/n8n/api.mts';
import type { Lab } from '../../tools/n8n/lab.mts';
import { request } from '../../tools/n8n/request.mts';
import { testWorkflow, type TestWorkflow } from './workflow.mts';

/** An item that is sent in; as the context of its start, its number tells it from the others. */
export interface Item {
	n: number;
	slug: string;
	[field: string]: unknown;
}

export const NODE = 'n8n-nodes-trigger-flow.triggerFlow';
export const TOOL = 'n8n-nodes-trigger-flow.triggerFlowTool';

export const ECHO = 'echo-4kq7zt';
export const UNKNOWN_FLOW = 'no-such-flow-000000';
export const FAILING = 'failing-payment-9d4r6v';
export const SLOW = 'slow-report-5w8n3c';

/** Items for the echo flow, those in `slugs` for others. */
export function items(count: number, slugs: Record<number, string> = {}): Item[] {
	return Array.from({ length: count }, (_, n) => ({ n, slug: slugs[n] ?? ECHO }));
}

interface SavedItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	binary?: Record<string, { mimeType: string; fileName?: string } | undefined>;
}

/** One run of a node as n8n has saved it. */
export interface NodeRun {
	/** By output: what the node gave. */
	data?: { main: Array<SavedItem[] | null> };
	error?: { message: string; description?: string };
	hints?: Array<{ message: string; type?: string }>;
}

/** The credential of the test bed, unless another one is given. */
export type BedWorkflow = Omit<TestWorkflow, 'credential'> & Partial<TestWorkflow>;

/** A running n8n with one credential, where workflows are made live, fed, and read back. */
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
			await lab.n8n.api.createCredential(name, 'triggerFlowApi', data);
		const credential = await create('URL and token', lab.credentialFor('qa'));
		return new TestBed(lab, credential, await create('Requests', lab.pastedFor('qa')));
	}

	get api() {
		return this.lab.n8n.api;
	}

	get log() {
		return this.lab.standIn.log;
	}

	async createCredential(name: string, data: object): Promise<SavedCredential> {
		return await this.api.createCredential(name, 'triggerFlowApi', data);
	}

	/** A live workflow with the node in it. */
	async create(workflow: BedWorkflow): Promise<SavedWorkflow> {
		return await this.createLive(testWorkflow({ credential: this.credential, ...workflow }));
	}

	async createLive(workflow: Workflow): Promise<SavedWorkflow> {
		const saved = await this.api.createWorkflow(workflow);
		await this.api.activate(saved);
		return saved;
	}

	/** Calls a webhook. Resolves to the text of its answer. */
	async post(path: string, body: object): Promise<string> {
		const response = await request(`${this.lab.n8n.url}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const text = await response.text();
		assert.equal(response.status, 200, text);
		return text;
	}

	/** Makes a workflow live, sends items through it, and waits for the end of its execution. */
	async run(workflow: BedWorkflow, sent: object[]): Promise<FinishedRun> {
		const from = this.log.starts.length;
		const saved = await this.create(workflow);
		await this.post(workflow.path, { items: sent });
		const execution = await this.api.finished(saved.id, 1);
		return { ...execution, workflow: saved, starts: () => this.log.starts.slice(from) };
	}

	/** What n8n has saved of a node's runs within an execution; none where the node has not run. */
	async saved(executionId: string, nodeName = 'Trigger Flow'): Promise<NodeRun[]> {
		const require = createRequire(join(this.lab.installed.folder, 'package.json'));
		const flatted = require('flatted') as { parse: (text: string) => unknown };
		const { resultData } = flatted.parse(await this.api.savedData(executionId)) as {
			resultData: { runData: Record<string, NodeRun[] | undefined> };
		};
		return resultData.runData[nodeName] ?? [];
	}
}

export interface FinishedRun extends Execution {
	workflow: SavedWorkflow;
	/** What was started since the run began, until now. */
	starts: () => LoggedStart[];
}

/** Of an output of a run that n8n has saved: each item's fields. */
export function fieldsOf(run: NodeRun | undefined, output = 0): Array<Record<string, unknown>> {
	return (run?.data?.main[output] ?? []).map(({ json }) => json);
}

/** How often each item was started, for those that were, in the order of their numbers. */
export function timesStarted(starts: LoggedStart[]): Map<number, number> {
	const times = new Map<number, number>();
	for (const n of starts.map(({ context }) => context.n as number).sort((a, b) => a - b)) {
		times.set(n, (times.get(n) ?? 0) + 1);
	}
	return times;
}

/** Fails unless `count` items were started, and each of them once. */
export function eachOnce(starts: LoggedStart[], count: number): void {
	const times = timesStarted(starts);
	assert.equal(times.size, count, `${times.size} items were started, not ${count}`);
	const twice = [...times].filter(([, number]) => number !== 1);
	assert.deepEqual(twice, [], 'items that were started more than once, and how often');
}
