import assert from 'node:assert/strict';

import type { Execution, NodeRun, SavedCredential, SavedWorkflow } from '../../tools/n8n/api.mts';
import type { Lab } from '../../tools/n8n/lab.mts';
import { postJson } from '../../tools/request.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import type { LoggedStart } from '../../tools/stand-in/startLog.mts';
import type { Scenario } from '../scenario.mts';
import { testWorkflow, type TestWorkflow } from './workflow.mts';

/** One journey through a running n8n. */
export type Journey = (bed: TestBed, scenario: Scenario) => Promise<void>;

/** Items for the echo flow, those in `slugs` for others. The number of an item identifies it. */
export function items(count: number, slugs: Record<number, string> = {}) {
	return Array.from({ length: count }, (_, n) => ({ n, slug: slugs[n] ?? SLUGS.echo }));
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
		const fields = lab.credentialFor('qa');
		const credential = await lab.n8n.api.createCredential('URL and token', fields);
		return new TestBed(lab, credential, await lab.createPasted('Requests', 'qa'));
	}

	get api() {
		return this.lab.n8n.api;
	}

	get log() {
		return this.lab.standIn.log;
	}

	/** Calls a webhook. Resolves to the text of its answer. */
	async post(path: string, body: object): Promise<string> {
		const response = await postJson(`${this.lab.n8n.url}/webhook/${path}`, body);
		const text = await response.text();
		assert.equal(response.status, 200, text);
		return text;
	}

	/** Makes a workflow live, and sends items through it. */
	async begin(workflow: BedWorkflow, sent: object[]): Promise<BegunRun> {
		const starts = this.log.watch();
		const all = { credential: this.credential, ...workflow };
		const saved = await this.api.publish(testWorkflow(all));
		await this.post(workflow.path, { items: sent });
		return { workflow: saved, starts };
	}

	/** The same until the end of its execution. */
	async run(
		workflow: BedWorkflow,
		sent: object[],
		patienceMs?: number,
	): Promise<BegunRun & Execution> {
		const begun = await this.begin(workflow, sent);
		return { ...(await this.api.finished(begun.workflow.id, undefined, patienceMs)), ...begun };
	}

	/** Waits for the end of a workflow's execution, which has to go well. Resolves to its id. */
	async succeeded(workflowId: string): Promise<string> {
		const { id, status } = await this.api.finished(workflowId);
		assert.equal(status, 'success');
		return id;
	}

	/** The saved runs of a node in an execution. */
	async saved(executionId: string, nodeName = 'Trigger Flow'): Promise<NodeRun[]> {
		return (await this.lab.runData(executionId))[nodeName] ?? [];
	}

	/** The fields of each item on the success branch and on the error branch of a node's first run. */
	async outputs(executionId: string, nodeName?: string): Promise<[Fields[], Fields[]]> {
		const [run] = await this.saved(executionId, nodeName);
		return [fieldsOf(run, 0), fieldsOf(run, 1)];
	}
}

interface BegunRun {
	workflow: SavedWorkflow;
	/** The starts since the beginning of the run. */
	starts: () => LoggedStart[];
}

type Fields = Record<string, unknown>;

/** The fields of each item in an output. */
export function fieldsOf(run: NodeRun | undefined, output = 0): Fields[] {
	return (run?.data?.main?.[output] ?? []).map(({ json }) => json);
}

/** Fails unless `count` items were started, and each of them once. @param field It identifies an item. */
export function eachOnce(starts: Array<{ context: Fields }>, count: number, field = 'n'): void {
	const ids = starts.map(({ context }) => context[field]);
	const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
	assert.deepEqual(twice, [], 'items that were started more than once');
	assert.equal(ids.length, count);
}
