/**
 * `npm run bench`: Trigger Flow beside the HTTP Request node in one real n8n. Prints tables and
 * writes docs/benchmark.json, .md and .svg. With `-- --quick` one round with a tenth of the items,
 * written to the cache instead: to see that it works, not to quote.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { cacheFolder } from '../tools/cache.mts';
import { NEWEST } from '../tools/n8n/versions.mts';
import { withProgress } from '../tools/progress.mts';
import { PROJECT } from '../tools/project.mts';
import { runMain } from '../tools/userError.mts';
import { Bench } from './bench.mts';
import { TITLES } from './contenders.mts';
import { describeMachine } from './machine.mts';
import { BenchLab } from './n8n/lab.mts';
import { readProfile } from './profile.mts';
import { printReport } from './report/print.mts';
import type { Report } from './report/report.mts';
import { writeReport } from './report/write.mts';
import { Results } from './results.mts';
import { SEPARATE_ROUNDS, separateScenarios, sharedScenarios } from './scenarios.mts';
import { judge } from './targets.mts';

/** Medians are of so many rounds. */
const ROUNDS = 5;

const lab = new BenchLab();

// What was started goes with this process, also after Ctrl+C.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => {
		void lab.close().finally(() => process.exit(130));
	});
}

await runMain(async () => {
	const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
	try {
		await lab.open(NEWEST, console.log);
		const report = await runAll(await Bench.prepare(lab), values.quick);
		printReport(report);
		const folder = values.quick ? cacheFolder('quick-bench') : join(PROJECT, 'docs');
		console.log(`\nWritten: ${(await writeReport(report, folder)).join(', ')}`);
	} finally {
		await lab.close();
	}
});

async function runAll(bench: Bench, isQuick: boolean): Promise<Report> {
	const machine = describeMachine(lab.nodeVersion, NEWEST.version, bench.httpRequestVersion);
	const rounds = isQuick ? 1 : ROUNDS;
	const thousand = isQuick ? 100 : 1_000;
	const [shared, separate] = [sharedScenarios(thousand), separateScenarios(thousand)];
	let current = '';
	const onRun = (title: string) => {
		current = title;
	};
	const work = async () => {
		const measurements = await bench.measureShared(shared, rounds, onRun);
		const profiles: Report['profiles'] = {};
		for (const contender of ['httpRequest', 'ours', 'bare'] as const) {
			onRun(`profiling ${TITLES[contender]}`);
			profiles[contender] = await readProfile(await bench.profile(shared[0], contender));
		}
		const results = new Results([
			...measurements,
			...(await bench.measureSeparate(separate, Math.min(rounds, SEPARATE_ROUNDS), onRun)),
		]);
		return { results, profiles };
	};
	const { results, profiles } = await withProgress('Measuring', () => current, work());
	const scenarios = [...shared, ...separate];
	return {
		machine,
		rounds,
		scenarios,
		results,
		targets: judge(results, scenarios),
		profiles,
	};
}
