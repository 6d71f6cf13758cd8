import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import prettier from 'prettier';

import { table } from '../docs/table.mts';
import { PROJECT } from '../project.mts';
import { percent, RULES, scoreOf, type MutatedFile } from './report.mts';
import { survivorsOf, type Survivor } from './survivors.mts';

const FILE = 'docs/mutation.md';

/** The least that has to be killed, in percent. */
const LEAST = 90;

/**
 * Writes docs/mutation.md.
 *
 * @param how Whether all was run, and how long it took.
 * @returns Its name.
 */
export async function writeResult(files: MutatedFile[], how: string): Promise<string> {
	const file = join(PROJECT, FILE);
	const options = await prettier.resolveConfig(file);
	await writeFile(
		file,
		await prettier.format(documentOf(files, how), { ...options, filepath: file }),
	);
	return FILE;
}

function documentOf(files: MutatedFile[], how: string): string {
	const survivors = survivorsOf(files);
	const unseen = survivors.filter(({ reason }) => reason === undefined);
	return [
		'# Mutation testing',
		`Written by \`npm run mutation\` on ${new Date().toISOString().slice(0, 10)}, ${how}; do not edit.`,
		`[Stryker](https://stryker-mutator.io) changes \`${RULES}\` in small ways, one at a time: a mutant. A mutant is killed when a test of the same folder fails or never ends; properties are tried with fewer values than in \`npm test\`. The command fails when less than ${LEAST} % are killed, or when a mutant survives that nobody has looked at.`,
		scores(files),
		'## Survivors',
		`Why each is left is written down in [tools/mutation/reasons.mts](../tools/mutation/reasons.mts). Not looked at yet: ${unseen.length}.`,
		groups(survivors),
	].join('\n\n');
}

function scores(files: MutatedFile[]): string {
	const rows = parts(files).map(([name, part]) => {
		const score = scoreOf(part);
		const { mutants, killed, timedOut } = score;
		return [name, mutants, killed, timedOut, mutants - killed, percent(score)].map(String);
	});
	return table(['rules', 'mutants', 'killed', '… by time', 'survived', 'score'], rows);
}

/** Survivors of one file that are left for one reason stand in one row. */
function groups(survivors: Survivor[]): string {
	const rows = [
		...groupedBy(survivors, ({ path, reason = '**not looked at**' }) => `${path}\n${reason}`),
	].map(([key, group]) => {
		const [path = '', reason = ''] = key.split('\n');
		return [path, lines(group), String(group.length), reason];
	});
	return table(['file', 'lines', 'mutants', 'why they are left'], rows);
}

function lines(group: Survivor[]): string {
	return [...new Set(group.map(({ line }) => line))].sort((a, b) => a - b).join(', ');
}

/**
 * Tells the scores on the terminal, and each survivor that nobody has looked at.
 *
 * @returns Whether the score is high enough and each survivor has its reason.
 */
export function printResult(files: MutatedFile[]): boolean {
	const unseen = survivorsOf(files).filter(({ reason }) => reason === undefined);
	for (const { path, line, mutator, original, replacement } of unseen) {
		console.log(`\n${path}:${line} ${mutator}\n- ${original}\n+ ${replacement}`);
	}
	console.log();
	for (const [name, part] of parts(files)) {
		const score = scoreOf(part);
		console.log(`${name}: ${score.killed} of ${score.mutants} killed, ${percent(score)}`);
	}
	console.log(`Survivors that nobody has looked at: ${unseen.length}`);
	const { killed, mutants } = scoreOf(files);
	return unseen.length === 0 && 100 * killed >= LEAST * mutants;
}

/** The folders, and all of them together. */
function parts(files: MutatedFile[]): Array<[string, MutatedFile[]]> {
	return [...groupedBy(files, ({ path }) => path.split('/')[0] ?? ''), ['all', files]];
}

/** `Map.groupBy`, which Node 20 does not have. */
function groupedBy<T>(all: T[], keyOf: (one: T) => string): Map<string, T[]> {
	const found = new Map<string, T[]>();
	for (const one of all) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
	return found;
}
