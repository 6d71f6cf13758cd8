/** `npm run budgets`: how large the project is. Fails where it is larger than it may be. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { scripts } from '../package.json';
import BUDGETS from './budgets.json';
import { PROJECT } from './project.mts';
import { runMain, UserError } from './userError.mts';

const PRODUCT = ['nodes', 'credentials'];

await runMain(async () => {
	const rows: Array<[what: string, count: number, budget: number]> = [
		['product lines', linesIn(PRODUCT), BUDGETS.productLines],
		['product files', tracked(PRODUCT, /\.ts$/).length, BUDGETS.productFiles],
		['test lines', linesIn(['test']), BUDGETS.testLines],
		['tool lines', linesIn(['tools', 'bench', 'demo', 'stand-in']), BUDGETS.toolLines],
		['npm scripts', Object.keys(scripts).length, BUDGETS.npmScripts],
		['words of docs', docWords(), BUDGETS.docWords],
	];
	for (const [what, count, budget] of rows)
		console.log(`${what} ${shown(count)} of ${shown(budget)}`);
	if (rows.every(([, count, budget]) => count <= budget)) return;
	throw new UserError('Take something out, or raise the number in tools/budgets.json on purpose.');
});

/** The files that git tracks in these folders, without those that are deleted but not committed. */
function tracked(folders: string[], name: RegExp): string[] {
	const listed = execFileSync('git', ['ls-files', '-z', ...folders], { cwd: PROJECT });
	const files = listed.toString().split('\0');
	return files.filter((file) => name.test(file) && existsSync(join(PROJECT, file)));
}

function linesIn(folders: string[]): number {
	return sumOf(tracked(folders, /\.(ts|mts|js|mjs)$/), /\n/g);
}

function docWords(): number {
	return sumOf(tracked([], /^(?!(.*\/)?(CHANGELOG|LICENSE)).*\.md$/), /\S+/g);
}

/** How often a pattern occurs in all these files. */
function sumOf(files: string[], pattern: RegExp): number {
	const counts = files.map(
		(file) => readFileSync(join(PROJECT, file), 'utf8').match(pattern)?.length ?? 0,
	);
	return counts.reduce((sum, count) => sum + count, 0);
}

function shown(count: number): string {
	return count.toLocaleString('en');
}
