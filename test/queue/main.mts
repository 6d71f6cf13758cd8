/**
 * `npm run test:queue`: n8n in queue mode, as deploy/compose.yaml runs it: 2,000 webhook calls
 * without a fault, and 2,000 more while a worker is killed, Redis is restarted and the flow service
 * is down; then executions are retried twice, 500 of them wait for callbacks, one job has 10,000 rows, and a
 * worker is silent for longer than its lock. `-- --short` makes fewer calls, waits and rows; `-- --seed double` or `-- --seed lost` puts a fault into the
 * workflow, and the run has to fail; `-- --n8n 1.60.1` has the many rows and the silent worker alone, on that
 * version of n8n.
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
		rows: 2_000,
	},
};

let cluster: Cluster | undefined;
let tally: Tally | undefined;

await runMain(
	async () => {
		const { short, seed, n8n } = readArguments();
		cluster = new Cluster(n8n === undefined ? NEWEST : findVersion(n8n));
		const loads = short ? LOADS.short : LOADS.full;
		await run(cluster, async (test) => {
			if (n8n === undefined) await underLoad(test, loads, seed);
			if (n8n === undefined && seed === undefined) await retryTwice(test);
			// Another cluster's worth of executions: too much for the short run.
			if (!short && n8n === undefined && seed === undefined) await waits(test, LOADS.full.waits);
			if (seed === undefined) await manyRows(test, loads.rows);
			if (seed === undefined) await silent(test);
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

async function underLoad(
	test: QueueTest,
	loads: Pick<typeof LOADS.full, 'steady' | 'faulty'>,
	seed: Seed | undefined,
): Promise<void> {
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
		},
	});
	const { short, seed, n8n } = values;
	if (seed !== undefined && seed !== 'double' && seed !== 'lost') {
		throw new UserError(`--seed is "double" or "lost", not "${seed}".`);
	}
	return { short, seed, n8n };
}

/** On a terminal, a line of progress may stand there. */
function step(title: string): void {
	console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}• ${title}`);
}
