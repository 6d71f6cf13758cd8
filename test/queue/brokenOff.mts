import { isBrokenOff, lostOf } from './account.mts';
import type { Call } from './calls.mts';
import { drained, evidenceOf, type Published, type QueueTest } from './queueTest.mts';
import { retryAll } from './retry.mts';

/**
 * What comes of it when a person retries what n8n has broken off: told, not asserted. n8n keeps
 * nothing of the first run then, so the node cannot know of its start.
 *
 * @returns How many of a workflow's calls are lost then.
 */
export async function retryBrokenOff(
	test: QueueTest,
	workflow: Published,
	workflows: Published[],
	calls: Call[],
): Promise<number> {
	const before = await evidenceOf(test, workflow, workflows, calls);
	const brokenOff = before.executions.filter(isBrokenOff);
	const label = 'What n8n has broken off';
	await retryAll(test.cluster, label, brokenOff);
	await drained(test.cluster, label, [workflow]);
	const after = await evidenceOf(test, workflow, workflows, calls);

	const starts = after.starts.slice(before.starts.length);
	const startedBefore = new Set(before.starts.map(({ call }) => call));
	const keysBefore = new Set(before.starts.map(({ key }) => key));
	const again = starts.filter(({ call }) => startedBefore.has(call));
	const recognised = again.filter(({ key }) => keysBefore.has(key));
	test.onStep(
		`Retry of ${brokenOff.length} executions that n8n has broken off: ${starts.length} starts, ${again.length} of them of a flow that had been started, ${recognised.length} of these with the same key`,
	);
	return lostOf(after);
}
