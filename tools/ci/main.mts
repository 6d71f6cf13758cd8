/** What `.ci/run` runs, after the packages are there. Its last line is the sum of all results. */
import { add, runCheck, runCounted, summary, type Tally } from './check.mts';

const CHECKS: Array<() => Promise<Tally>> = [
	() => runCheck('Strict lint', 'npm', ['run', 'lint']),
	() => runCheck('Lint of tests and tools', 'npm', ['run', 'lint:tools']),
	() => runCheck('Format', 'npm', ['run', 'format:check']),
	() => runCounted("n8n's gates", 'npm', ['run', 'gates']),
	() => runCounted('npm test', 'npm', ['test']),
	() => runCounted('A running n8n', 'npm', ['run', 'test:n8n']),
	() => runCounted('Editor in a real browser', 'npm', ['run', 'test:editor']),
	() => runCounted('Queue mode, short', 'npm', ['run', 'test:queue', '--', '--short']),
	() => runCheck('npm start, once', 'npm', ['start', '--', '--once']),
];

let tally: Tally = { passed: 0, failed: 0 };
for (const check of CHECKS) tally = add(tally, await check());
console.log(`\n${summary(tally)}`);
process.exitCode = tally.failed === 0 ? 0 : 1;
