import assert from 'node:assert/strict';

import { until } from '../../tools/n8n/session.mts';
import { accountOf } from './account.mts';
import { sendCalls } from './calls.mts';
import type { Evidence } from './evidence.mts';
import { drained, evidenceOf, publish, type Published, type QueueTest } from './queueTest.mts';
import { retry } from './retry.mts';
import { workerOf } from './worker.mts';

/** n8n's own are 30 s or 60 s: too long to wait for. */
const SHORT_LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '2000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '1000',
};

/** How long it may take until the flow is started, in ms. */
const FIRST_START = 60_000;

/**
 * What becomes of a job whose worker says nothing for longer than its lock lasts, as one does whose
 * event loop is held up, and then goes on. Here it is halted, just after it has started the flow.
 */
export async function silent(test: QueueTest): Promise<void> {
	const { cluster, scenario, onStep } = test;
	onStep('Starting the workers anew, with locks of 2 s');
	await cluster.restartWorkers(SHORT_LOCKS);

	if (cluster.version.startsWith('1.')) {
		await scenario.step(
			'A silent worker: n8n gives its job to another one, and the flow starts twice, with one key',
			async () => {
				const { told, evidence } = await silence(test, 'silent');
				assert.equal(told, 'started again');
				assert.deepEqual(figuresOf(evidence), { duplicates: 1, recognised: 1, runAgain: 1 });
			},
		);
		await cluster.restartWorkers({ ...SHORT_LOCKS, QUEUE_WORKER_MAX_STALLED_COUNT: '0' });
	}
	await scenario.step(
		'A silent worker, no stall allowed: n8n says that it failed, it goes on, and the flow starts once, also with Retry',
		async () => {
			const { told, evidence } = await silence(test, 'silent-no-stall');
			assert.equal(told, 'failed');
			assert.deepEqual(figuresOf(evidence), { duplicates: 0, recognised: 0, runAgain: 0 });
			assert.equal(evidence.starts.length, 1);
		},
	);
}

/** What n8n does while the worker is silent, and what there is when it has gone on and ended. */
async function silence(test: QueueTest, path: string) {
	const { cluster } = test;
	const { log } = cluster.standIn;
	const workflow = await publish(test, { path });
	const from = log.starts.length;
	const urlOf = () => `${cluster.webhookUrl}/webhook/${path}`;
	const calls = await sendCalls({ calls: 1, rate: 10, urlOf });
	await log.waitFor(from + 1, AbortSignal.timeout(FIRST_START));
	const id = String(log.starts[from]?.context.execution);
	const { program } = await workerOf(cluster.workers, id);

	program.pause();
	try {
		const told = await until('notice that a worker is silent', async () => {
			if (log.starts.length > from + 1) return 'started again';
			return (await statusOf(test, workflow, id)) === 'error' ? 'failed' : undefined;
		});
		// A person sees the failure, and cannot know that the worker is still at it.
		if (told === 'failed') await retry(cluster, id, 'original').catch(() => {});
		program.goOn();
		// What it says last stands, whatever n8n has said of it meanwhile.
		if (told === 'failed') {
			await until(
				'end the execution',
				async () => (await statusOf(test, workflow, id)) === 'success',
			);
		} else await drained(cluster, 'A silent worker', [workflow]);
		return { told, evidence: await evidenceOf(test, workflow, [workflow], calls) };
	} finally {
		program.goOn();
	}
}

async function statusOf(
	{ cluster }: QueueTest,
	workflow: Published,
	id: string,
): Promise<string | undefined> {
	const executions = await cluster.api.executions(workflow.id);
	return executions.find((execution) => execution.id === id)?.status;
}

function figuresOf(evidence: Evidence) {
	const { duplicates, recognised, runAgain } = accountOf(evidence);
	return { duplicates, recognised, runAgain };
}
