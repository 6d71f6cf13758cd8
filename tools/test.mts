/**
 * `npm test`: type check, docs, pure tests, and whole workflows on n8n's real engine. What is given
 * behind `--` goes to jest.
 */
import { runChecks } from './checks.mts';

await runChecks([
	{ title: 'Type check of the package', command: 'npx tsc --project tsconfig.json' },
	{ title: 'Type check of tests and tools', command: 'npx tsc --project tsconfig.tools.json' },
	{ title: 'Docs are current', command: 'node --import tsx tools/docs/main.mts --check' },
	{
		title: 'Tests',
		command: 'npx jest --reporters=default --reporters=<rootDir>/tools/jestSummary.js --silent',
		args: process.argv.slice(2),
		isCounted: true,
	},
]);
