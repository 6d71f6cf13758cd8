/**
 * `npm run test:queue`: n8n in queue mode, as deploy/compose.yaml runs it: 2,000 webhook calls
 * without a fault, and 2,000 more while a worker is killed, Redis is restarted and the flow service
 * is down; then executions are retried twice, and a worker is silent for longer than its lock. `-- --short` makes fewer calls;
 * `-- --seed double` or `-- --seed lost` puts a fault into the workflow, and the run has to fail;
 * `-- --n8n 1.60.1` shows the silent worker alone, on that version of n8n.
 */
import { parseArgs } from 'node:util';

import { summary } from '../../tools/ci/check.mts';
import { interruptible } from '../../tools/interruptible.mts';
import { findVersion, NEWEST } from '../../tools/n8n/versions.mts';
import { runMain, UserError } from '../../tools/userError.mts';
import { Scenario } from '../editor/scenario.mts';
import { Cluster } from './cluster.mts';
import { control } from './control.mts';
import { faulty } from './faulty.mts';
import type { QueueTest } from './queueTest.mts';
import { retryTwice } from './retryTwice.mts';
import { silent } from './silent.mts';
import { steady } from './steady.mts';
import { toTable } from './table.mts';
import type { Seed } from './workflow.mts';

/** How many calls, and how many of them a second. */
const LOADS = {
	full: { steady: { calls: 2_000, rate: 10 }, faulty: { calls: 2_000, rate: 10 } },
	short: { steady: { calls: 100, rate: 10 }, faulty: { calls: 200, rate: 8 } },
};

await runMain(async () => {
	const { short, seed, n8n } = readArguments();
	const cluster = new Cluster(n8n === undefined ? NEWEST : findVersion(n8n));
	const loads = short ? LOADS.short : LOADS.full;
	await interruptible(
		async () =>
			await run(cluster, async (test) => {
				if (n8n === undefined) await underLoad(test, loads, seed);
				if (n8n === undefined && seed === undefined) await retryTwice(test);
				if (seed === undefined) await silent(test);
			}),
		async () => {
			step('Ending what was started');
			await cluster.close();
		},
	);
});

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
	console.log(`\n${summary(scenario.tally)}`);
	if (scenario.tally.failed > 0) process.exitCode = 1;
}

async function underLoad(
	test: QueueTest,
	loads: typeof LOADS.full,
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
