/**
 * `npm run test:queue`: n8n in queue mode, as deploy/compose.yaml runs it. 2,000 webhook calls without a
 * fault, and 2,000 more while a worker is killed, Redis is restarted and the flow service is down. Then a
 * worker is stopped, an execution is retried twice, 500 executions wait for callbacks, one job has 10,000
 * rows, and a worker is silent for longer than its lock.
 *
 * `-- --short` makes fewer calls and rows, and no waits; `-- --only waits` runs one part; `-- --n8n VERSION`
 * takes another n8n than the newest.
 */
import { parseArgs } from 'node:util';

import { summary, type Tally } from '../../tools/checks.mts';
import { findVersion, NEWEST } from '../../tools/n8n/versions.mts';
import { runMain, UserError } from '../../tools/userError.mts';
import { Scenario } from '../editor/scenario.mts';
import { Cluster } from './cluster.mts';
import { faulty } from './faulty.mts';
import { manyRows } from './manyRows.mts';
import { ordinaryStop } from './ordinaryStop.mts';
import type { QueueTest } from './queueTest.mts';
import { retryTwice } from './retryTwice.mts';
import { silent } from './silent.mts';
import { steady } from './steady.mts';
import { toTable } from './table.mts';
import { waits } from './waits.mts';

/** How many calls, and how many of them a second; how many waits; and how many rows of one job. */
const LOADS = {
	full: {
		steady: { calls: 2_000, rate: 10 },
		faulty: { calls: 2_000, rate: 10 },
		waits: { atOnce: 500, seconds: 60, overKills: 20 },
		rows: 10_000,
	},
	short: {
		steady: { calls: 100, rate: 10 },
		faulty: { calls: 200, rate: 8 },
		waits: { atOnce: 50, seconds: 6, overKills: 20 },
		rows: 2_000,
	},
};

type Loads = typeof LOADS.full;

const PARTS: Record<string, (test: QueueTest, loads: Loads) => Promise<void>> = {
	load: async (test, loads) => {
		const columns = [await steady(test, loads.steady), ...(await faulty(test, loads.faulty))];
		console.log(`\n${toTable(columns)}`);
	},
	stop: ordinaryStop,
	retries: retryTwice,
	waits: async (test, loads) => await waits(test, loads.waits),
	rows: async (test, { rows }) => await manyRows(test, rows),
	silent,
};

let cluster: Cluster | undefined;
let tally: Tally | undefined;

await runMain(
	async () => {
		const { parts, loads, n8n } = readArguments();
		cluster = new Cluster(n8n);
		const began = Date.now();
		const scenario = new Scenario(async () => {});
		await cluster.open(step);
		const credential = await cluster.api.createCredential(
			'Trigger Flow QA',
			'triggerFlowApi',
			cluster.credential,
		);
		for (const part of parts) {
			await PARTS[part]?.({ cluster, scenario, credential, onStep: step }, loads);
		}
		console.log(`\n${Math.round((Date.now() - began) / 1000)} s`);
		({ tally } = scenario);
		if (tally.failed > 0) process.exitCode = 1;
	},
	async () => {
		step('Ending what was started');
		await cluster?.close();
		// The last line: the caller reads it.
		if (tally !== undefined) console.log(`\n${summary(tally)}`);
	},
);

function readArguments() {
	const { values } = parseArgs({
		options: {
			short: { type: 'boolean', default: false },
			only: { type: 'string' },
			n8n: { type: 'string', default: NEWEST.version },
		},
	});
	const { short, only, n8n } = values;
	const all = Object.keys(PARTS);
	if (only !== undefined && !all.includes(only)) {
		throw new UserError(`--only is one of ${all.join(', ')}, not "${only}".`);
	}
	// Waits are another cluster's worth of executions: too much for the short run.
	const parts = short ? all.filter((part) => part !== 'waits') : all;
	return {
		parts: only === undefined ? parts : [only],
		loads: short ? LOADS.short : LOADS.full,
		n8n: findVersion(n8n),
	};
}

/** On a terminal, a line of progress may be there. */
function step(title: string): void {
	console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}• ${title}`);
}
