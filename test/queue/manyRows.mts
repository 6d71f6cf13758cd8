import assert from 'node:assert/strict';

import { draggedFields, makeItems } from '../../bench/work.mts';
import { request } from '../../tools/n8n/request.mts';
import { until } from '../../tools/n8n/session.mts';
import { ECHO } from '../n8n/testBed.mts';
import { testWorkflow } from '../n8n/workflow.mts';
import { drained, type QueueTest } from './queueTest.mts';
import { runsOf } from './worker.mts';

/** Much shorter than all of the work takes, and longer than what n8n itself does with so many rows. */
const LOCKS = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/**
 * One job with very many rows, each with 21 fields that were dragged in: its worker has to come to renewing its
 * lock while it prepares and sends them, or n8n takes it for dead.
 */
export async function manyRows(test: QueueTest, rows: number): Promise<void> {
	const { cluster, scenario, credential, onStep } = test;
	const { api, standIn, workers, webhookUrl } = cluster;
	onStep('Starting the workers anew, with locks of 10 s');
	await cluster.restartWorkers(LOCKS);

	const path = 'many-rows';
	const assignments = draggedFields('long').map(([name, value, type]) => {
		return { id: name, name, type, value };
	});
	const parameters = { slug: ECHO, contextMode: 'fields', contextFields: { assignments } };
	const workflow = await api.createWorkflow(testWorkflow({ path, credential, parameters }));
	await api.activate(workflow);
	const from = standIn.log.starts.length;
	const began = Date.now();
	onStep(`One job of ${rows} rows with ${assignments.length} fields each`);
	const answer = await request(`${webhookUrl}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ items: makeItems(rows, 'long') }),
	});
	assert.equal(answer.status, 200, await answer.text());

	const told = new Set<string>();
	const { id } = await until('end the job', async () => {
		const [execution] = await api.executions(workflow.id);
		if (execution === undefined) return undefined;
		told.add(execution.status);
		return ['new', 'running'].includes(execution.status) ? undefined : execution;
	});
	const seconds = Math.round((Date.now() - began) / 1000);
	await drained(cluster, 'Many rows', [{ path, id: workflow.id }]);

	await scenario.step(
		`${rows} rows with 21 fields on a lock of 10 s: every flow is started once (${seconds} s)`,
		() => {
			const ids = standIn.log.starts.slice(from).map(({ context }) => Number(context.id));
			assert.equal(ids.length, rows);
			assert.equal(new Set(ids).size, rows);
		},
	);
	await scenario.step(
		'… n8n never tells the job as failed, and one worker has run it',
		async () => {
			assert.deepEqual(
				[...told].filter((status) => !['new', 'running'].includes(status)),
				['success'],
			);
			const runs = (await Promise.all(workers.map(runsOf))).flat();
			assert.equal(runs.filter((one) => one === id).length, 1);
		},
	);
}
