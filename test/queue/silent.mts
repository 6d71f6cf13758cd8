import assert from 'node:assert/strict';

import { until } from '../../tools/n8n/session.mts';
import { accountOf } from './account.mts';
import { evidenceOf, publish, type QueueTest } from './queueTest.mts';
import { workerOf } from './worker.mts';

/** n8n's own are 30 s or 60 s: too long to wait for. */
const SHORT_LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '2000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '1000',
	// What docs/production-and-queue-mode.md advises for n8n 1.x; 2.x has no other way.
	QUEUE_WORKER_MAX_STALLED_COUNT: '0',
};

/** How long it may take until the flow is started, in ms. */
const FIRST_START = 60_000;

/**
 * What becomes of a job whose worker says nothing for longer than its lock lasts, as one does whose
 * event loop is held up, and then goes on. Here it is halted, just after it has started the flow.
 */
export async function silent(test: QueueTest): Promise<void> {
	const { cluster, scenario, onStep } = test;
	onStep('Starting the workers again, with locks of 2 s');
	await cluster.restartWorkers(SHORT_LOCKS);
	await scenario.step(
		'A silent worker: n8n shows a failure, the worker goes on, and the flow starts once, also with Retry',
		async () => {
			const { starts, ...account } = await silence(test);
			assert.equal(starts, 1);
			assert.deepEqual(account, { duplicates: 0, runAgain: 0 });
		},
	);
}

async function silence(test: QueueTest) {
	const { cluster } = test;
	const { api, standIn } = cluster;
	const workflow = await publish(test, { path: 'silent' });
	const from = standIn.log.starts.length;
	await cluster.post('silent', { call: 1 });
	await standIn.log.waitFor(from + 1, AbortSignal.timeout(FIRST_START));
	const id = String(standIn.log.starts[from]?.context.execution);
	const { program } = await workerOf(cluster.workers, id);
	const isShownAs = (wanted: string) => async () => {
		const executions = await api.executions(workflow.id);
		return executions.find((execution) => execution.id === id)?.status === wanted;
	};

	program.pause();
	try {
		await until('notice that a worker is silent', isShownAs('error'));
		// A person sees the failure, and cannot know that the worker is still at it.
		await api.retry(id, 'original').catch(() => {});
	} finally {
		program.goOn();
	}
	// What the worker says last counts, whatever n8n has said of it meanwhile.
	await until('end the execution', isShownAs('success'));
	const evidence = await evidenceOf(test, workflow, [workflow], []);
	const { duplicates, runAgain } = accountOf(evidence);
	return { duplicates, runAgain, starts: evidence.starts.length };
}
