/**
 * `npm run test:queue`: n8n in queue mode, as deploy/compose.yaml runs it: 2,000 webhook calls
 * without a fault, and 2,000 more while a worker is killed, Redis is restarted and the flow service
 * is down. `-- --short` makes fewer calls; `-- --seed double` or `-- --seed lost` puts a fault into
 * the workflow, and the run has to fail.
 */
import { parseArgs } from 'node:util';

import { summary } from '../../tools/ci/check.mts';
import { interruptible } from '../../tools/interruptible.mts';
import { runMain, UserError } from '../../tools/userError.mts';
import { Scenario } from '../editor/scenario.mts';
import { Cluster } from './cluster.mts';
import { control } from './control.mts';
import { faulty } from './faulty.mts';
import { steady } from './steady.mts';
import { toTable } from './table.mts';
import type { Seed } from './workflow.mts';

/** How many calls, and how many of them a second. */
const LOADS = {
	full: { steady: { calls: 2_000, rate: 10 }, faulty: { calls: 2_000, rate: 10 } },
	short: { steady: { calls: 100, rate: 10 }, faulty: { calls: 200, rate: 8 } },
};

const cluster = new Cluster();

await runMain(async () => {
	const { short, seed } = readArguments();
	await interruptible(
		async () => await test(short ? LOADS.short : LOADS.full, seed),
		async () => {
			step('Ending what was started');
			await cluster.close();
		},
	);
});

async function test(loads: typeof LOADS.full, seed: Seed | undefined): Promise<void> {
	const began = Date.now();
	const scenario = new Scenario(async () => {});
	await cluster.open(step);
	const credential = await cluster.api.createCredential(
		'Trigger Flow QA',
		'triggerFlowApi',
		cluster.credential,
	);
	const test = { cluster, scenario, credential, onStep: step };
	await control(test);
	const columns = [
		await steady(test, loads.steady, seed),
		...(seed === undefined ? await faulty(test, loads.faulty) : []),
	];
	console.log(`\n${toTable(columns)}`);
	console.log(`\n${Math.round((Date.now() - began) / 1000)} s`);
	console.log(`\n${summary(scenario.tally)}`);
	if (scenario.tally.failed > 0) process.exitCode = 1;
}

function readArguments(): { short: boolean; seed: Seed | undefined } {
	const { values } = parseArgs({
		options: { short: { type: 'boolean', default: false }, seed: { type: 'string' } },
	});
	const { short, seed } = values;
	if (seed !== undefined && seed !== 'double' && seed !== 'lost') {
		throw new UserError(`--seed is "double" or "lost", not "${seed}".`);
	}
	return { short, seed };
}

/** On a terminal, a line of progress may stand there. */
function step(title: string): void {
	console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}• ${title}`);
}
