/** What `.ci/run` runs, after the packages are there. Its last line is the sum of all results. */
import { runChecks } from './checks.mts';

await runChecks([
	{ title: 'Budgets', command: 'npm run budgets' },
	{ title: 'Strict lint', command: 'npm run lint' },
	{ title: 'Lint of tests and tools', command: 'npm run lint:tools' },
	{ title: 'Format', command: 'npm run format:check' },
	{ title: "n8n's gates", command: 'npm run gates', isCounted: true },
	{ title: 'npm test', command: 'npm test', isCounted: true },
	{ title: 'A running n8n', command: 'npm run test:n8n', isCounted: true },
	{ title: 'Editor in a real browser', command: 'npm run test:editor', isCounted: true },
	{ title: 'Queue mode, short', command: 'npm run test:queue -- --short', isCounted: true },
	{ title: 'npm start, once', command: 'npm start -- --once' },
]);
