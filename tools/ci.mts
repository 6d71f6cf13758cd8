/** What `.ci/run` runs. Its last line is the sum of all results. */
import { runChecks } from './checks.mts';

// The tests draw more at random then.
process.env.IS_GATE = 'yes';

await runChecks([
	{ title: 'npm test', command: 'npm test', isCounted: true },
	{ title: 'Oldest engine', command: 'npm run test:engine', isCounted: true },
	{ title: "n8n's gates", command: 'npm run gates', isCounted: true },
	{ title: 'A running n8n', command: 'npm run test:n8n', isCounted: true },
	{ title: 'Editor', command: 'npm run test:editor', isCounted: true },
	{ title: 'Queue mode', command: 'npm run test:queue -- --short', isCounted: true },
	{ title: 'npm start, once', command: 'npm start -- --once' },
]);
