import assert from 'node:assert/strict';

import { brokenPromises } from './account.mts';
import { evidenceOf, publish, runCalls, type QueueTest } from './queueTest.mts';
import { busyWorker, inHandOf } from './worker.mts';

const LOAD = { calls: 60, rate: 10 };

/** The call at which a worker is stopped. */
const AT = 20;

/** How long the worker may take, in ms: n8n's own limit in deploy/compose.yaml is longer. */
const PATIENCE = 60_000;

/** A worker is asked to end (SIGTERM), as when n8n is updated, while it starts flows, and comes back. */
export async function ordinaryStop(test: QueueTest): Promise<void> {
	const { scenario } = test;
	const workflow = await publish(test, { path: 'ordinary-stop' });
	let stopped: ReturnType<typeof stopOne> | undefined;
	const calls = await runCalls(test, {
		label: 'A worker is stopped',
		workflows: [workflow],
		...LOAD,
		onCall: (call) => {
			if (call === AT) stopped = stopOne(test);
			stopped?.catch(() => {});
		},
	});

	await scenario.step(
		'A worker that is asked to end while it starts flows ends by itself',
		async () => {
			const { inHand = 0, hasEnded = false } = (await stopped) ?? {};
			assert.ok(hasEnded);
			assert.ok(inHand > 0, 'it had nothing in hand');
		},
	);
	await scenario.step(
		'… each flow is started once, and each execution is a success of one run',
		async () => {
			const evidence = await evidenceOf(test, workflow, [workflow], calls);
			assert.deepEqual(brokenPromises(evidence), []);
			assert.deepEqual(
				evidence.starts.map(({ call }) => call).sort((a, b) => a - b),
				calls.map(({ number }) => number),
			);
			assert.ok(evidence.executions.every(({ status }) => status === 'success'));
			assert.ok([...evidence.runs.values()].every((times) => times === 1));
		},
	);
}

/** Stops a worker that has just started a flow, and starts it again. */
async function stopOne({ cluster, onStep }: QueueTest) {
	const worker = await busyWorker(cluster);
	onStep(`Stopping ${worker.name} with SIGTERM`);
	const inHand = await inHandOf(worker);
	const hasEnded = await worker.program.stop(PATIENCE);
	await cluster.revive(worker);
	return { inHand, hasEnded };
}
