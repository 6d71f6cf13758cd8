import assert from 'node:assert/strict';

import { accountOf, brokenPromises, lostOf } from './account.mts';
import { evidenceOf, publish, runCalls, type QueueTest, type Rate } from './queueTest.mts';
import type { Column } from './table.mts';
import { runsOf } from './worker.mts';
import type { Seed } from './workflow.mts';

/** Calls at a steady rate through both workers, without a fault. */
export async function steady(test: QueueTest, load: Rate, seed?: Seed): Promise<Column> {
	const { scenario, cluster } = test;
	const workflow = await publish(test, { path: 'steady', seed });
	const workflows = [workflow];
	const answered = await runCalls(test, { label: 'No fault', workflows, ...load });
	const evidence = await evidenceOf(test, workflow, workflows, answered);
	const { calls, executions, starts } = evidence;

	await scenario.step(`All ${load.calls} calls are accepted`, () => {
		assert.equal(calls.filter(({ isAccepted }) => isAccepted).length, load.calls);
	});
	await scenario.step('Each flow is started exactly once, and nothing is lost', () => {
		assert.deepEqual(
			starts.map(({ call }) => call).sort((a, b) => a - b),
			calls.map(({ number }) => number),
		);
		assert.deepEqual(brokenPromises(evidence), []);
	});
	await scenario.step('n8n shows one successful execution for each call', () => {
		assert.deepEqual(
			executions
				.map(({ call, status }) => ({ call, status }))
				.sort((a, b) => Number(a.call) - Number(b.call)),
			calls.map(({ number }) => ({ call: number, status: 'success' })),
		);
	});
	await scenario.step('Every start has a key of its own', () => {
		assert.equal(new Set(starts.map(({ key }) => key)).size, starts.length);
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
