/**
 * `npm run test:queue`: n8n in queue mode, as examples/compose.yaml runs it, with two workers. Webhook
 * calls, a Retry that is pressed twice, executions that wait for callbacks, faults in the middle of
 * calls, and one job with very many rows.
 *
 * `-- --short` makes fewer of each, `-- --only waits` runs one part, and `-- --n8n VERSION` takes
 * another n8n than the newest.
 */
import { conclude, type Tally } from '../../tools/checks.mts';
import { findVersion, NEWEST } from '../../tools/n8n/versions.mts';
import { showStep } from '../../tools/progress.mts';
import { readOptions, requireNames, runMain } from '../../tools/userError.mts';
import { Scenario } from '../scenario.mts';
import { Cluster, type QueueTest } from './cluster.mts';
import { faults } from './faults.mts';
import { steady } from './load.mts';
import { manyRows } from './manyRows.mts';
import { retryTwice } from './retryTwice.mts';
import { waits } from './waits.mts';

/** How large each part is. */
const LOADS = {
	full: {
		calls: { calls: 1_000, rate: 10 },
		waits: { atOnce: 500, seconds: 60, overKills: 20 },
		faults: 3,
		rows: 10_000,
	},
	short: {
		calls: { calls: 80, rate: 10 },
		waits: { atOnce: 30, seconds: 3, overKills: 10 },
		// The first alone: n8n needs five minutes after the last.
		faults: 1,
		rows: 2_000,
	},
};

type Loads = typeof LOADS.full;

const PARTS: Record<string, (test: QueueTest, loads: Loads) => Promise<void>> = {
	steady: async (test, { calls }) => await steady(test, calls),
	retries: retryTwice,
	waits: async (test, loads) => await waits(test, loads.waits),
	faults: async (test, { calls, faults: count }) => await faults(test, calls, count),
	rows: async (test, { rows }) => await manyRows(test, rows),
};

const { values } = readOptions({
	options: {
		short: { type: 'boolean', default: false },
		only: { type: 'string', multiple: true },
		n8n: { type: 'string', default: NEWEST.version },
	},
});

const cluster = new Cluster();
let tally: Tally | undefined;

await runMain(
	async () => {
		const { only: parts = Object.keys(PARTS), short, n8n } = values;
		requireNames(parts, PARTS);
		await cluster.open(findVersion(n8n));
		const scenario = new Scenario();
		const loads = short ? LOADS.short : LOADS.full;
		for (const part of parts) await PARTS[part]?.({ cluster, scenario }, loads);
		({ tally } = scenario);
	},
	async () => {
		showStep('Ending what was started');
		await cluster.close();
		// The last line: the caller reads it.
		if (tally !== undefined) conclude(tally);
	},
);
