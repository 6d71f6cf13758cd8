import assert from 'node:assert/strict';

import { withCorrectSlug } from '../n8n/retry.mts';
import { eachOnce, items } from '../n8n/testBed.mts';
import { testWorkflow } from '../n8n/workflow.mts';
import type { Program } from '../../tools/program.mts';
import type { QueueTest } from './cluster.mts';
import { workerOf } from './evidence.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';

/** How often the test presses Retry until every worker has handled one. */
const MOST_RETRIES = 10;

/**
 * Retries an execution again, later and in another process of n8n. That process knows of the first
 * Retry only from n8n's database.
 */
export async function retryTwice(test: QueueTest): Promise<void> {
	const { cluster, scenario } = test;
	const { api, credential, standIn } = cluster;
	const path = 'retry-twice';
	const parameters = { options: { concurrency: 1 } };
	const workflow = await api.publish(testWorkflow({ path, credential, parameters }));
	const starts = standIn.log.watch();
	await cluster.post(path, { items: items(3, { 1: SLUGS.unknown }) });
	const { id, status } = await api.finished(workflow.id);
	assert.equal(status, 'error');
	await api.updateWorkflow(withCorrectSlug(workflow));

	let count = 0;
	/** Presses Retry. Resolves to the worker that handled it, its status, and whether the node refused. */
	const retry = async () => {
		count++;
		const retried = await api.retry(id, workflow.id);
		const worker = await workerOf(cluster.workers, retried.id);
		const saved = await api.savedData(retried.id);
		const isRefused = /Retry of the same execution [^"]*nothing was sent/.test(saved);
		return { worker, status: retried.status, isRefused };
	};

	await scenario.step('Retry starts what is missing', async () => {
		assert.equal((await retry()).status, 'success');
		eachOnce(starts(), 3);
	});
	await scenario.step('Retry again, in either worker, starts nothing and says why', async () => {
		const workers = new Set<Program>();
		// Nobody can choose which worker handles a job.
		while (workers.size < cluster.workers.length && count < MOST_RETRIES) {
			const { worker, ...shown } = await retry();
			assert.deepEqual(shown, { status: 'error', isRefused: true });
			workers.add(worker);
		}
		assert.equal(workers.size, cluster.workers.length);
		eachOnce(starts(), 3);
	});
}
