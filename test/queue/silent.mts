import assert from 'node:assert/strict';

import { until } from '../../tools/n8n/api.mts';
import { accountOf } from './account.mts';
import { sendCalls } from './calls.mts';
import type { Evidence } from './evidence.mts';
import { evidenceOf, publish, type Published, type QueueTest } from './queueTest.mts';
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
		'A silent worker, no stall allowed: n8n says that it failed, it goes on, and the flow starts once',
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
	const { program } = await workerOf(cluster.workers, String(log.starts[from]?.context.execution));

	const collect = async () => await evidenceOf(test, workflow, [workflow], calls);
	program.pause();
	try {
		const told = await until('notice that a worker is silent', async () => {
			if (log.starts.length > from + 1) return 'started again';
			return (await statusOf(test, workflow)) === 'error' ? 'failed' : undefined;
		});
		program.goOn();
		// What it says last stands, whatever n8n has said of it meanwhile.
		await until('end the execution', async () => (await statusOf(test, workflow)) === 'success');
		return { told, evidence: await collect() };
	} finally {
		program.goOn();
	}
}

async function statusOf({ cluster }: QueueTest, { id }: Published): Promise<string | undefined> {
	const [execution] = await cluster.api.executions(id);
	return execution?.status;
}

function figuresOf(evidence: Evidence) {
	const { duplicates, recognised, runAgain } = accountOf(evidence);
	return { duplicates, recognised, runAgain };
}
