/**
 * `npm run mutation`: changes the rules in small ways, one at a time, and counts the changes that
 * their tests notice. Writes docs/mutation.md. With `-- --mutate PATTERN`, a part of them, told on
 * the terminal only. With `-- --incremental`, what did not change since the last run is not run
 * again. `-- --concurrency 2` uses two cores.
 *
 * The tests of a folder are run against the mutants of that folder: quicker by far than all of
 * them, and each folder has to stand for itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Stryker } from '@stryker-mutator/core';

import { PROJECT } from '../project.mts';
import { runMain, UserError } from '../userError.mts';
import { lastRunOf } from './lastRun.mts';
import { readReport, RULES, type MutatedFile } from './report.mts';
import { printResult, writeResult } from './write.mts';

const TEMPORARY = mkdtempSync(join(tmpdir(), 'trigger-flow-mutation-'));
process.on('exit', () => rmSync(TEMPORARY, { recursive: true, force: true }));

await runMain(async () => {
	const { values } = parseArgs({
		options: {
			mutate: { type: 'string', multiple: true },
			incremental: { type: 'boolean', default: false },
			concurrency: { type: 'string', default: '1' },
		},
	});
	const began = Date.now();
	const files: MutatedFile[] = [];
	for (const [folder, patterns] of byFolder(values.mutate ?? (await allPatterns()))) {
		console.log(`\n=== ${folder}`);
		files.push(...(await mutate(folder, patterns, values.incremental, Number(values.concurrency))));
	}
	const minutes = Math.ceil((Date.now() - began) / 60_000);
	const isGood = printResult(files);
	console.log(`Took ${minutes} min`);
	if (values.mutate === undefined) {
		const how = values.incremental ? 'from runs part by part' : `in ${minutes} minutes`;
		console.log(`Written: ${await writeResult(files, how)}`);
	}
	if (!isGood) process.exitCode = 1;
});

async function allPatterns(): Promise<string[]> {
	const folders = await readdir(join(PROJECT, RULES));
	return folders.map((folder) => `${RULES}/${folder}/**/*.ts`);
}

function byFolder(patterns: string[]): Map<string, string[]> {
	const folders = new Map<string, string[]>();
	for (const pattern of patterns) {
		const folder = new RegExp(`^${RULES}/([a-zA-Z]+)/`).exec(pattern)?.[1];
		if (folder === undefined) {
			throw new UserError(`--mutate takes files of one folder, such as "${RULES}/answer/*.ts".`);
		}
		folders.set(folder, [...(folders.get(folder) ?? []), pattern]);
	}
	return folders;
}

async function mutate(
	folder: string,
	patterns: string[],
	incremental: boolean,
	concurrency: number,
): Promise<MutatedFile[]> {
	const report = join(TEMPORARY, `${folder}.json`);
	// Read by jest.config.js, in processes that Stryker starts.
	process.env.RULES_FOLDER = folder;
	await new Stryker({
		configFile: 'tools/mutation/stryker.config.mjs',
		mutate: patterns,
		concurrency,
		incremental,
		incrementalFile: await lastRunOf(folder),
		tempDirName: join(TEMPORARY, folder),
		jsonReporter: { fileName: report },
		reporters: ['json', process.stdout.isTTY ? 'progress' : 'progress-append-only'],
	}).runMutationTest();
	return await readReport(report);
}
