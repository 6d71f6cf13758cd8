import assert from 'node:assert/strict';

import { node } from '../../tools/n8n/workflow.mts';
import { request } from '../../tools/request.mts';
import { urlIn } from '../../tools/stand-in/callBack.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import type { LoggedStart } from '../../tools/stand-in/startLog.mts';
import { until } from '../../tools/until.mts';
import type { BedWorkflow, Journey, TestBed } from './testBed.mts';

const AFTER = node('After', 'n8n-nodes-base.noOp', 1);

/** An execution that waits for its callback, with its one start. */
class Waiting {
	private constructor(
		private readonly bed: TestBed,
		readonly workflowId: string,
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

	/** Calls back with JSON. */
	async call(body: string): Promise<{ status: number; text: string }> {
		const url = urlIn(this.start.context) ?? '';
		const headers = { 'content-type': 'application/json' };
		const signal = AbortSignal.timeout(10_000);
		const response = await request(url, { method: 'POST', headers, body, signal });
		return { status: response.status, text: await response.text() };
	}

	/** Waits until n8n shows this status. */
	async becomes(status: string): Promise<void> {
		await until(`${status}: execution ${this.execution}`, async () => {
			const executions = await this.bed.api.executions(this.workflowId);
			return executions.some((one) => one.id === this.execution && one.status === status);
		});
	}

	/** The final items of the node on its two branches. The flow was started once. */
	async outputs() {
		await this.becomes('success');
		this.startedOnce();
		return await this.bed.outputs(this.execution);
	}

	/** Fails unless the workflow went on once, with `answer`. */
	async wentOnWith(answer: object): Promise<void> {
		assert.deepEqual(await this.outputs(), [[answer], []]);
		assert.equal((await this.bed.saved(this.execution, 'After')).length, 1);
	}

	startedOnce(): void {
		assert.equal(startsOf(this.bed, this.start.context.path).length, 1);
	}
}

function startsOf({ log }: TestBed, path: unknown): LoggedStart[] {
	return log.starts.filter(({ context }) => context.path === path);
}

/** Start and Wait for Callback: one start, one callback, one answer. */
export const startAndWait: Journey = async (bed, scenario) => {
	// n8n looks for passed limits once a minute, so the other steps run meanwhile.
	const late = await Waiting.begin(bed, 'late', SLUGS.silent, {
		parameters: { waitLimit: 0.02, waitUnit: 'minutes' },
		settings: { onError: 'continueErrorOutput' },
	});

	await scenario.step('Waiting: an early callback is refused, and sent again', async () => {
		const waiting = await Waiting.begin(bed, 'early', SLUGS.early);
		await waiting.wentOnWith({ done: true });
		assert.ok((waiting.start.callbacks[0]?.attempts.length ?? 0) > 1);
	});

	await scenario.step('Waiting: Retry after Stop starts nothing', async () => {
		const waiting = await Waiting.begin(bed, 'stopped', SLUGS.silent);
		await bed.api.stop(waiting.execution);
		await waiting.becomes('canceled');
		for (const which of ['original', 'current'] as const) {
			const retried = bed.api.retry(waiting.execution, waiting.workflowId, which);
			// n8n or the node may refuse.
			await retried.catch((error: Error) => assert.match(error.message, /^n8n: POST/));
		}
		waiting.startedOnce();
	});

	await scenario.step('Waiting: when the limit passes, an error goes on', async () => {
		const [answered, [item]] = await late.outputs();
		assert.deepEqual(answered, []);
		assert.match(String(item?.error), /^The flow "silent-archive-9b5f2j" did not call back/);
		// n8n 1.x and 2.20 keep only the error.
		const { outcome } = (item?.details ?? { outcome: 'noCallback' }) as { outcome: string };
		assert.equal(outcome, 'noCallback');
		assert.notEqual((await late.call('{"late":true}')).status, 200);
		late.startedOnce();
	});

	await scenario.step('Waiting: a restart of n8n keeps the wait', async () => {
		const waiting = await Waiting.begin(bed, 'restart', SLUGS.silent);
		await bed.lab.n8n.restart();
		// Calls back as a good flow does, twice at once. While n8n starts, it may answer 5xx, or 200 with
		// its own words.
		const callUntilItGoesOn = async () =>
			await until('go on', async () => {
				const answer = await waiting.call('{"after":"the restart"}').catch(() => undefined);
				return /(?:finished|running) already/.test(answer?.text ?? '');
			});
		await Promise.all([callUntilItGoesOn(), callUntilItGoesOn()]);
		await waiting.wentOnWith({ after: 'the restart' });
	});
};
