import assert from 'node:assert/strict';

import { customFields, makeItems } from '../../tools/bench/work.mts';
import { showStep } from '../../tools/progress.mts';
import { until } from '../../tools/until.mts';

import { eachOnce } from '../n8n/testBed.mts';
import { testWorkflow } from '../n8n/workflow.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import type { QueueTest } from './cluster.mts';
import { runsOf } from './evidence.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';

/** Much shorter than the whole work, but longer than n8n's own work with so many rows. */
const LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/**
 * One job with very many rows, each with 21 fields that were dragged in: its worker has to renew its
 * lock while it prepares and sends them, or n8n considers it dead.
 */
export async function manyRows(test: QueueTest, rows: number): Promise<void> {
	const { cluster, scenario } = test;
	const { api, credential, standIn, workers } = cluster;
	showStep('Starting the workers again, with locks of 10 s');
	await cluster.restartWorkers(LOCKS);

	const path = 'many-rows';
	const parameters = { flow: bySlug(SLUGS.echo), ...customFields('long') };
	const workflow = await api.publish(testWorkflow({ path, credential, parameters }));
	const starts = standIn.log.watch();
	showStep(`One job of ${rows} rows`);
	await cluster.post(path, { items: makeItems(rows, 'long') });

	const shown = new Set<string>();
	const { id } = await until('end the job', async () => {
		const [execution] = await api.executions(workflow.id);
		if (execution !== undefined) shown.add(execution.status);
		return shown.has('success') && execution;
	});

	await scenario.step(`${rows} rows on a lock of 10 s: every flow is started once`, () =>
		eachOnce(starts(), rows, 'id'),
	);
	await scenario.step('… n8n never shows it as failed, and one worker has run it', async () => {
		for (const status of shown) assert.match(status, /^(?:new|running|success)$/);
		const runs = (await Promise.all(workers.map(runsOf))).flat();
		assert.equal(runs.filter((one) => one === id).length, 1);
	});
}
