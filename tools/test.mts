/** `npm test`: type check, pure tests, and whole workflows on n8n's real engine. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { add, runCheck, summary, type Tally } from './ci/check.mts';
import { PROJECT } from './project.mts';

const RESULTS = join(PROJECT, 'node_modules', '.jest-results.json');

let tally = await runCheck('Type check of the package', 'npx', [
	'tsc',
	'--project',
	'tsconfig.json',
]);
tally = add(
	tally,
	await runCheck('Type check of tests and tools', 'npx', [
		'tsc',
		'--project',
		'tsconfig.tools.json',
	]),
);
tally = add(
	tally,
	await runCheck('Docs are current', process.execPath, [
		'--import',
		'tsx',
		'tools/docs/main.mts',
		'--check',
	]),
);
tally = add(tally, await jest(process.argv.slice(2)));
console.log(`\n${summary(tally)}`);
process.exitCode = tally.failed === 0 ? 0 : 1;

async function jest(args: string[]): Promise<Tally> {
	await rm(RESULTS, { force: true });
	await runCheck('Tests', 'npx', ['jest', '--outputFile', RESULTS, '--json', '--silent', ...args]);
	const results = JSON.parse(await readFile(RESULTS, 'utf8')) as {
		numPassedTests: number;
		numFailedTests: number;
		numRuntimeErrorTestSuites: number;
	};
	return {
		passed: results.numPassedTests,
		failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
	};
}
