import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import { table } from '../../tools/docs/table.mts';
import type { QueueTest } from './cluster.mts';
import { countBy, executionsOf } from './evidence.mts';
import { killBusyWorker, runCalls, type Load } from './load.mts';

/** How long Redis and PostgreSQL are away. */
const AWAY_MS = 3_000;

/** What goes wrong in the middle of the calls. */
const FAULTS: Record<string, (test: QueueTest) => Promise<void>> = {
	'A worker is killed': killBusyWorker,
	'Redis is restarted': async ({ cluster }) => await cluster.redis.restart(AWAY_MS),
	'PostgreSQL is restarted': async ({ cluster }) => await cluster.database.restart(AWAY_MS),
};

/** Calls at a steady rate through the first faults. Prints the table that the docs show. */
export async function faults(test: QueueTest, load: Load, count: number): Promise<void> {
	const { cluster, scenario } = test;
	const rows: string[][] = [];
	for (const [title, strike] of Object.entries(FAULTS).slice(0, count)) {
		await scenario.step(`${title}: no call is lost silently or starts its flow twice`, async () => {
			let struck: Promise<void> | undefined;
			const path = title.toLowerCase().replaceAll(' ', '-');
			const { id, accepted, starts } = await runCalls(test, path, load, (call) => {
				if (call === Math.round(load.calls / 2)) struck = strike(test);
				struck?.catch(() => {});
			});
			await struck;
			// n8n's processes may have ended. Docker would start them again.
			for (const ended of cluster.processes) {
				if (!ended.isRunning) await ended.start();
			}
			const executions = await executionsOf(cluster, id);
			const startsOf = countBy(starts(), ({ context }) => context.call);
			const twice = [...startsOf.values()].filter((count) => count > 1).length;
			const shown = countBy(executions, ({ status }) => status);
			const reported = executions.filter(({ status, call }) => {
				return status !== 'success' || startsOf.has(Number(call));
			});
			const refused = accepted.filter((isAccepted) => !isAccepted).length;
			const lost = Math.max(0, load.calls - refused - reported.length);
			const reports = [...shown].map(([status, count]) => `${count} ${status}`);
			if (refused > 0) reports.push(`${refused} refused`);
			rows.push([title, String(startsOf.size), reports.join(', ')]);
			assert.deepEqual({ lost, twice }, { lost: 0, twice: 0 });
			await sleep(1_000);
			const begun = new Set(cluster.standIn.log.starts.map(({ context }) => context.execution));
			const crashed = executions.find((one) => one.status === 'crashed' && begun.has(one.id));
			if (crashed === undefined) return;
			// The worker was killed after it had begun the node, so each flow may have started.
			const startsOfRetry = cluster.standIn.log.watch();
			const { status } = await cluster.api.retry(crashed.id, id, 'original');
			assert.deepEqual({ status, starts: startsOfRetry() }, { status: 'error', starts: [] });
		});
	}
	console.log(table([`Fault (${load.calls} calls each)`, 'Flows started', 'Reported as'], rows));
}
