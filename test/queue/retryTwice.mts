import assert from 'node:assert/strict';

import type { SavedWorkflow } from '../../tools/n8n/api.mts';
import { withMendedSlug } from '../n8n/retryFromList.mts';
import { eachOnce, items, UNKNOWN_FLOW, type Item } from '../n8n/testBed.mts';
import { testWorkflow } from '../n8n/workflow.mts';
import type { Cluster } from './cluster.mts';
import { drained, type QueueTest } from './queueTest.mts';
import { workerOf } from './worker.mts';

const DOUBLE_CLICKS = 10;

/** Of one execution; the third of them fails. */
const ITEMS = 5;

const REFUSED = /^Execution (\d+) was retried before\b/;

/**
 * Retry of an execution that is or was retried already, in another process of n8n, which knows of the
 * first one by n8n's database alone.
 */
export async function retryTwice(test: QueueTest): Promise<void> {
	const { cluster, scenario, onStep } = test;
	onStep('Executions that fail in the middle, for Retry');
	const clicked = await failed(test, 'retry-double', DOUBLE_CLICKS);
	const { api } = cluster;
	await Promise.all(
		clicked.ids.flatMap((id) => [api.retry(id, 'current'), api.retry(id, 'current')]),
	);
	await clicked.drained();
	const pairs = await Promise.all(clicked.ids.map((id) => retriesOf(cluster, id)));
	const apart = pairs.filter((pair) => new Set(pair.map(({ worker }) => worker)).size > 1);

	await scenario.step(
		`${DOUBLE_CLICKS} double clicks on Retry, ${apart.length} of them in two workers: each item is started once`,
		() => {
			assert.ok(apart.length > 0);
			eachOnce(clicked.starts(), DOUBLE_CLICKS * ITEMS);
		},
	);
	await scenario.step(
		'Of each double click, one goes on, and the other says why it does not',
		() => {
			for (const [index, pair] of pairs.entries()) {
				assert.deepEqual(pair.map(({ outcome }) => outcome).sort(), [
					`refused: ${clicked.ids[index]}`,
					'success',
				]);
			}
		},
	);

	const one = await failed(test, 'retry-again', 1);
	const [id] = one.ids as [string];
	const retry = async () => {
		await api.retry(id, 'current');
		await one.drained();
		return (await retriesOf(cluster, id)).at(-1) as Retried;
	};
	await scenario.step('Retry again, in the other worker, starts nothing and says why', async () => {
		const first = await retry();
		assert.equal(first.outcome, 'success');
		const workers = new Set([first.worker]);
		// Which worker takes a job, nobody can choose: they do so by turns when they have nothing else.
		for (let tries = 0; tries < 10 && workers.size === 1; tries++) {
			const { worker, outcome } = await retry();
			workers.add(worker);
			assert.equal(outcome, `refused: ${id}`);
		}
		assert.equal(workers.size, 2);
		eachOnce(one.starts(), ITEMS);
	});
	await scenario.step('Also after a restart of all workers', async () => {
		await cluster.restartWorkers({});
		assert.equal((await retry()).outcome, `refused: ${id}`);
		eachOnce(one.starts(), ITEMS);
	});
}

/** Executions that have failed in the middle, of a workflow that was mended since. */
async function failed(test: QueueTest, path: string, count: number) {
	const { cluster, credential } = test;
	const parameters = { options: { concurrency: 1 } };
	const workflow = await cluster.api.createWorkflow(testWorkflow({ path, credential, parameters }));
	await cluster.api.activate(workflow);
	const from = cluster.standIn.log.starts.length;
	const published = { path, id: workflow.id };
	const own = items(count * ITEMS, everyThirdOfEach(count));
	for (let call = 0; call < count; call++) {
		await send(cluster, path, own.slice(call * ITEMS, (call + 1) * ITEMS));
	}
	const ended = async () => await drained(cluster, path, [published]);
	await ended();
	await mend(cluster, workflow);
	const ids = (
		await cluster.database.query<{ id: string }>(`
		SELECT id::text AS id FROM execution_entity
		WHERE "workflowId" = '${workflow.id}' AND status = 'error' ORDER BY execution_entity.id`)
	).map((execution) => execution.id);
	assert.equal(ids.length, count);
	return { ids, starts: () => cluster.standIn.log.starts.slice(from), drained: ended };
}

function everyThirdOfEach(count: number): Record<number, string> {
	const thirds = Array.from({ length: count }, (_, call) => call * ITEMS + 2);
	return Object.fromEntries(thirds.map((n) => [n, UNKNOWN_FLOW]));
}

async function send({ webhookUrl }: Cluster, path: string, sent: Item[]): Promise<void> {
	const response = await fetch(`${webhookUrl}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ items: sent }),
	});
	assert.equal(response.status, 200, await response.text());
}

async function mend({ api }: Cluster, workflow: SavedWorkflow): Promise<void> {
	await api.updateWorkflow(withMendedSlug(workflow));
}

interface Retried {
	worker: string;
	/** How n8n shows it, or which execution the node says to have been retried before. */
	outcome: string;
}

/** The retries of an execution, oldest first. */
async function retriesOf(cluster: Cluster, execution: string): Promise<Retried[]> {
	const rows = await cluster.database.query<{ id: string; status: string; said: string | null }>(`
		SELECT execution.id::text AS id, execution.status,
			substring(saved.data FROM '"(Execution [0-9]+ was retried before[^"]*)"') AS said
		FROM execution_entity execution
		LEFT JOIN execution_data saved ON saved."executionId" = execution.id
		WHERE execution."retryOf" = '${execution}'
		ORDER BY execution.id`);
	return await Promise.all(
		rows.map(async ({ id, status, said }) => {
			const [, of] = REFUSED.exec(said ?? '') ?? [];
			const { name } = await workerOf(cluster.workers, id);
			return { worker: name, outcome: of === undefined ? status : `refused: ${of}` };
		}),
	);
}
