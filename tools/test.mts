/**
 * `npm test`: everything that needs no n8n: types, both lints, format, docs, and the tests of pure functions and of
 * whole workflows on n8n's engine. Arguments after `--` go to jest, and then only jest runs: `npm test -- test/unit`.
 */
import { runChecks, type Check } from './checks.mts';

const args = process.argv.slice(2);

const JEST = 'npx jest --reporters=default --reporters=<rootDir>/tools/jestSummary.js --silent';

/** With what it found out before, it takes 2 s and not 15. */
const TSC = 'npx tsc --incremental --outDir node_modules/.cache --project';

const MORE_CHECKS: Check[] = [
	{ title: 'Types of the package', command: `${TSC} tsconfig.json` },
	{ title: 'Types of tests and tools', command: `${TSC} tsconfig.tools.json` },
	{ title: 'Lint', command: 'npm run lint' },
	{ title: 'Format', command: 'npx prettier --check --cache --log-level warn .' },
	{ title: 'Docs are current', command: 'node --import tsx tools/docs/main.mts --check' },
	{
		title: 'Values, with each expression evaluated alone',
		command: `${JEST} engine/form engine/context --setupFiles ./test/setup/evaluateAlone.mts`,
		isCounted: true,
	},
];

await runChecks([
	...(args.length === 0 ? MORE_CHECKS : []),
	{ title: 'Unit and engine tests', command: JEST, args, isCounted: true },
]);
