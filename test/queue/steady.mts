import assert from 'node:assert/strict';

import { accountOf, brokenPromises, lostOf } from './account.mts';
import { evidenceOf, publish, runCalls, type QueueTest, type Rate } from './queueTest.mts';
import type { Column } from './table.mts';
import { runsOf } from './worker.mts';

/** Calls at a steady rate through both workers, without a fault. */
export async function steady(test: QueueTest, load: Rate): Promise<Column> {
	const { scenario, cluster } = test;
	const workflow = await publish(test, { path: 'steady' });
	const workflows = [workflow];
	const answered = await runCalls(test, { label: 'No fault', workflows, ...load });
	const evidence = await evidenceOf(test, workflow, workflows, answered);
	const { calls, executions, starts } = evidence;
	const numbers = calls.map(({ number }) => number);

	await scenario.step(`All ${load.calls} calls are accepted`, () => {
		assert.ok(calls.every(({ isAccepted }) => isAccepted));
		assert.equal(calls.length, load.calls);
	});
	await scenario.step('Each flow is started exactly once, with a key of its own', () => {
		assert.deepEqual(starts.map(({ call }) => call).sort(byNumber), numbers);
		assert.equal(new Set(starts.map(({ key }) => key)).size, starts.length);
		assert.deepEqual(brokenPromises(evidence), []);
	});
	await scenario.step('n8n shows one successful execution for each call', () => {
		assert.ok(executions.every(({ status }) => status === 'success'));
		assert.deepEqual(executions.map(({ call }) => Number(call)).sort(byNumber), numbers);
	});
	const ours = new Set(executions.map(({ id }) => id));
	const shares = await Promise.all(
		cluster.workers.map(
			async (worker) => (await runsOf(worker)).filter((id) => ours.has(id)).length,
		),
	);
	await scenario.step(`Both workers have worked: ${shares.join(' and ')} executions`, () => {
		assert.ok(Math.min(...shares) >= load.calls / 10);
	});
	return { title: 'No fault', account: accountOf(evidence), lost: lostOf(evidence) };
}

function byNumber(a: number, b: number): number {
	return a - b;
}
