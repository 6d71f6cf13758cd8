import assert from 'node:assert/strict';

import { withMendedSlug } from '../n8n/retryFromList.mts';
import { eachOnce, items, UNKNOWN_FLOW, type Item } from '../n8n/testBed.mts';
import { testWorkflow } from '../n8n/workflow.mts';
import { request } from '../../tools/n8n/request.mts';
import type { Cluster } from './cluster.mts';
import { drained, type QueueTest } from './queueTest.mts';
import { retry } from './retry.mts';
import { workerOf } from './worker.mts';

/** One after another, when n8n gives the two Retries to different workers. */
const IN_TURN = 5;

const AT_ONCE = 10;

/** Of one execution; the second of them fails. */
const ITEMS = 3;

const REFUSED = /^Execution (\d+) was retried before\b/;

/**
 * Retry of an execution that is or was retried already, in another process of n8n, which knows of the
 * first one by n8n's database alone.
 */
export async function retryTwice(test: QueueTest): Promise<void> {
	const { cluster, scenario, onStep } = test;
	const doubleClick = async (id: string) => await retry(cluster, id, 'current', 2);
	onStep('Executions that fail in the middle, for Retry');
	const clicked = await failed(test, 'retry-double', IN_TURN + AT_ONCE);
	for (const id of clicked.ids.slice(0, IN_TURN)) await doubleClick(id);
	// n8n keeps all claims of one node together: these must not keep each other from theirs.
	await Promise.all(clicked.ids.slice(IN_TURN).map(doubleClick));
	await clicked.drained();
	const pairs = await Promise.all(clicked.ids.map((id) => retriesOf(cluster, id)));
	const inTurn = apartOf(pairs.slice(0, IN_TURN));
	const atOnce = apartOf(pairs.slice(IN_TURN));

	await scenario.step(
		`${IN_TURN} double clicks on Retry (${inTurn} of them in two workers), and ${AT_ONCE} all at once (${atOnce}): each item is started once`,
		() => {
			assert.ok(inTurn + atOnce > 0);
			eachOnce(clicked.starts(), clicked.ids.length * ITEMS);
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
	const retryIt = async () => {
		await retry(cluster, id, 'current');
		await one.drained();
		return (await retriesOf(cluster, id)).at(-1) as Retried;
	};
	await scenario.step('Retry again, in the other worker, starts nothing and says why', async () => {
		const first = await retryIt();
		assert.equal(first.outcome, 'success');
		const workers = new Set([first.worker]);
		// Which worker takes a job, nobody can choose: they do so by turns when they have nothing else.
		for (let tries = 0; tries < 10 && workers.size === 1; tries++) {
			const { worker, outcome } = await retryIt();
			workers.add(worker);
			assert.equal(outcome, `refused: ${id}`);
		}
		assert.equal(workers.size, 2);
		eachOnce(one.starts(), ITEMS);
	});
	await scenario.step('Also after a restart of all workers', async () => {
		await cluster.restartWorkers({});
		assert.equal((await retryIt()).outcome, `refused: ${id}`);
		eachOnce(one.starts(), ITEMS);
	});
}

/** How many double clicks were not of one worker alone. */
function apartOf(pairs: Retried[][]): number {
	return pairs.filter((pair) => new Set(pair.map(({ worker }) => worker)).size > 1).length;
}

/** Executions that have failed in the middle, of a workflow that was mended since. */
async function failed(test: QueueTest, path: string, count: number) {
	const { cluster, credential } = test;
	const parameters = { options: { concurrency: 1 } };
	const workflow = await cluster.api.createWorkflow(testWorkflow({ path, credential, parameters }));
	await cluster.api.activate(workflow);
	const from = cluster.standIn.log.starts.length;
	const own = items(count * ITEMS, secondOfEach(count));
	const calls = Array.from({ length: count }, (_, call) => call * ITEMS);
	await Promise.all(calls.map((n) => send(cluster, path, own.slice(n, n + ITEMS))));
	const ended = async () => await drained(cluster, path, [{ path, id: workflow.id }]);
	await ended();
	await cluster.api.updateWorkflow(withMendedSlug(workflow));
	const ids = (
		await cluster.database.query<{ id: string }>(`
		SELECT id::text AS id FROM execution_entity
		WHERE "workflowId" = '${workflow.id}' AND status = 'error' ORDER BY execution_entity.id`)
	).map((execution) => execution.id);
	assert.equal(ids.length, count);
	return { ids, starts: () => cluster.standIn.log.starts.slice(from), drained: ended };
}

function secondOfEach(count: number): Record<number, string> {
	const seconds = Array.from({ length: count }, (_, call) => call * ITEMS + 1);
	return Object.fromEntries(seconds.map((n) => [n, UNKNOWN_FLOW]));
}

async function send({ webhookUrl }: Cluster, path: string, sent: Item[]): Promise<void> {
	const response = await request(`${webhookUrl}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ items: sent }),
	});
	assert.equal(response.status, 200, await response.text());
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
