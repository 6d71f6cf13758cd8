import assert from 'node:assert/strict';

import { node } from '../../tools/n8n/workflow.mts';
import { request } from '../../tools/request.mts';
import { urlIn } from '../../tools/stand-in/callBack.mts';
import type { LoggedStart } from '../../tools/stand-in/startLog.mts';
import { until } from '../../tools/until.mts';
import type { BedWorkflow, TestBed } from './testBed.mts';

const AFTER = node('After', 'n8n-nodes-base.noOp', 1);

/** An execution that waits for its callback, with its one start. */
export class Waiting {
	private constructor(
		private readonly bed: TestBed,
		private readonly workflowId: string,
		readonly execution: string,
		readonly start: LoggedStart,
	) {}

	/** Starts a flow. Resolves once n8n waits for the callback, or is done. */
	static async begin(
		bed: TestBed,
		path: string,
		slug: string,
		{ parameters, settings }: Omit<BedWorkflow, 'path'> = {},
	): Promise<Waiting> {
		const waitFor = { operation: 'startAndWait', ...parameters };
		const workflow = { path, next: AFTER, parameters: waitFor, settings };
		const { id } = (await bed.begin(workflow, [{ path, slug, n: 7 }])).workflow;
		const execution = await until(`wait in the workflow ${path}`, async () => {
			const [newest] = await bed.api.executions(id);
			return ['new', 'running', undefined].includes(newest?.status) ? undefined : newest?.id;
		});
		const [start, ...others] = startsOf(bed, path);
		assert.ok(start !== undefined && others.length === 0, 'not one start');
		return new Waiting(bed, id, execution, start);
	}

	/** The callback URL in the context. */
	get url(): URL {
		return new URL(urlIn(this.start.context) ?? '');
	}

	/** Calls back with JSON or a form. */
	async call(body: string | FormData, url = this.url): Promise<{ status: number; text: string }> {
		const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
		const signal = AbortSignal.timeout(10_000);
		const response = await request(url.href, { method: 'POST', headers, body, signal });
		return { status: response.status, text: await response.text() };
	}

	async status(): Promise<string | undefined> {
		const executions = await this.bed.api.executions(this.workflowId);
		return executions.find(({ id }) => id === this.execution)?.status;
	}

	/** The final items of the node on its two branches. */
	async outputs() {
		const isOver = async () => (await this.status()) === 'success';
		await until(`end execution ${this.execution} well`, isOver);
		return await this.bed.outputs(this.execution);
	}

	/** Fails unless the flow was started once, and the workflow went on once, with `answer`. */
	async wentOnWith(answer: object): Promise<void> {
		assert.deepEqual(await this.outputs(), [[answer], []]);
		assert.equal((await this.bed.saved(this.execution, 'After')).length, 1);
		this.startedOnce();
	}

	startedOnce(): void {
		assert.equal(startsOf(this.bed, this.start.context.path).length, 1);
	}

	/** Retries this execution with the original and the current workflow. n8n or the node may refuse. */
	async retry(): Promise<void> {
		for (const which of ['original', 'current'] as const) {
			const retried = this.bed.api.retry(this.execution, this.workflowId, which);
			await retried.catch((error: Error) => assert.match(error.message, /^n8n: POST/));
		}
	}
}

function startsOf({ log }: TestBed, path: unknown): LoggedStart[] {
	return log.starts.filter(({ context }) => context.path === path);
}
