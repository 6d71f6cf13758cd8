/**
 * `npm run test:queue`: n8n in queue mode, as deploy/compose.yaml runs it: 2,000 webhook calls
 * without a fault, and 2,000 more while a worker is killed, Redis is restarted and the flow service
 * is down; then a worker is stopped, executions are retried twice, 500 of them wait for callbacks, one job has 10,000 rows, and a
 * worker is silent for longer than its lock. `-- --short` makes fewer calls, waits and rows; `-- --seed double` or `-- --seed lost` puts a fault into the
 * workflow, and the run has to fail; `-- --n8n 1.60.1` has the many rows and the silent worker alone, on that
 * version of n8n; `-- --only waits` has one part alone.
 */
import { parseArgs } from 'node:util';

import { summary, type Tally } from '../../tools/checks.mts';
import { findVersion, NEWEST } from '../../tools/n8n/versions.mts';
import { runMain, UserError } from '../../tools/userError.mts';
import { Scenario } from '../editor/scenario.mts';
import { Cluster } from './cluster.mts';
import { control } from './control.mts';
import { faulty } from './faulty.mts';
import { manyRows } from './manyRows.mts';
import type { QueueTest } from './queueTest.mts';
import { ordinaryStop } from './ordinaryStop.mts';
import { retryTwice } from './retryTwice.mts';
import { silent } from './silent.mts';
import { steady } from './steady.mts';
import { toTable } from './table.mts';
import { waits } from './waits.mts';
import type { Seed } from './workflow.mts';

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

const PARTS = {
	load: underLoad,
	stop: ordinaryStop,
	retries: retryTwice,
	waits: async (test: QueueTest, loads: Loads) => await waits(test, loads.waits),
	rows: async (test: QueueTest, { rows }: Loads) => await manyRows(test, rows),
	silent,
};

type Part = keyof typeof PARTS;

let cluster: Cluster | undefined;
let tally: Tally | undefined;

await runMain(
	async () => {
		const { parts, short, seed, n8n } = readArguments();
		cluster = new Cluster(n8n === undefined ? NEWEST : findVersion(n8n));
		await run(cluster, async (test) => {
			for (const part of parts) await PARTS[part](test, short ? LOADS.short : LOADS.full, seed);
		});
	},
	async () => {
		step('Ending what was started');
		await cluster?.close();
		// Nothing may come behind it: the gate reads the last line.
		if (tally !== undefined) console.log(`\n${summary(tally)}`);
	},
);

interface Arguments {
	parts: Part[];
	short: boolean;
	seed: Seed | undefined;
	n8n: string | undefined;
}

async function run(cluster: Cluster, parts: (test: QueueTest) => Promise<void>): Promise<void> {
	const began = Date.now();
	const scenario = new Scenario(async () => {});
	await cluster.open(step);
	const credential = await cluster.api.createCredential(
		'Trigger Flow QA',
		'triggerFlowApi',
		cluster.credential,
	);
	await parts({ cluster, scenario, credential, onStep: step });
	console.log(`\n${Math.round((Date.now() - began) / 1000)} s`);
	({ tally } = scenario);
	if (tally.failed > 0) process.exitCode = 1;
}

async function underLoad(test: QueueTest, loads: Loads, seed: Seed | undefined): Promise<void> {
	await control(test);
	const columns = [
		await steady(test, loads.steady, seed),
		...(seed === undefined ? await faulty(test, loads.faulty) : []),
	];
	console.log(`\n${toTable(columns)}`);
}

function readArguments(): Arguments {
	const { values } = parseArgs({
		options: {
			short: { type: 'boolean', default: false },
			seed: { type: 'string' },
			n8n: { type: 'string' },
			only: { type: 'string' },
		},
	});
	const { short, seed, n8n, only } = values;
	if (seed !== undefined && seed !== 'double' && seed !== 'lost') {
		throw new UserError(`--seed is "double" or "lost", not "${seed}".`);
	}
	if (only !== undefined && !isPart(only)) {
		throw new UserError(`--only is one of ${Object.keys(PARTS).join(', ')}, not "${only}".`);
	}
	return { parts: only === undefined ? partsOf(values) : [only], short, seed, n8n };
}

function isPart(name: string): name is Part {
	return Object.hasOwn(PARTS, name);
}

function partsOf({ short, seed, n8n }: { short: boolean; seed?: string; n8n?: string }): Part[] {
	if (seed !== undefined) return ['load'];
	if (n8n !== undefined) return ['rows', 'silent'];
	// Waits are another cluster's worth of executions: too much for the short run.
	return ['load', 'stop', 'retries', ...(short ? [] : (['waits'] as const)), 'rows', 'silent'];
}

/** On a terminal, a line of progress may stand there. */
function step(title: string): void {
	console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}• ${title}`);
}
