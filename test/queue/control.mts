import assert from 'node:assert/strict';

import { accountOf, brokenPromises } from './account.mts';
import { evidenceOf, publish, runCalls, type QueueTest } from './queueTest.mts';
import type { Seed } from './workflow.mts';

const RATE = { calls: 20, rate: 10 };

/** The counts find a flow that is started twice and a call that is lost: else they prove nothing. */
export async function control(test: QueueTest): Promise<void> {
	const seeded = async (seed: Seed) => {
		const workflow = await publish(test, { path: `control-${seed}`, seed });
		const workflows = [workflow];
		const calls = await runCalls(test, { label: `Seeded: ${seed}`, workflows, ...RATE });
		return await evidenceOf(test, workflow, workflows, calls);
	};
	await test.scenario.step('A seeded double start is found', async () => {
		const evidence = await seeded('double');
		assert.equal(accountOf(evidence).duplicates, 1);
		assert.equal(brokenPromises(evidence).length, 1);
	});
	await test.scenario.step('A seeded lost call is found', async () => {
		const evidence = await seeded('lost');
		assert.equal(accountOf(evidence).started, RATE.calls - 1);
		assert.equal(brokenPromises(evidence).length, 1);
	});
}
