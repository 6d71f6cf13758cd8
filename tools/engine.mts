/**
 * `npm run test:engine`: the engine tests on the engine of the oldest supported n8n. `-- --n8n VERSION` takes another one, and
 * `-- FILE` runs some of the tests.
 */
import { runChecks } from './checks.mts';
import { installEngine } from './n8n/installN8n.mts';
import { findVersion, OLDEST } from './n8n/versions.mts';
import { readOptions, runMain } from './userError.mts';

const { values, positionals } = readOptions({
	options: { n8n: { type: 'string', default: OLDEST.version } },
	allowPositionals: true,
});

await runMain(async () => {
	// jest.config.js takes n8n's engine from there.
	process.env.N8N_FOLDER = await installEngine(findVersion(values.n8n));
	const args = positionals.length > 0 ? positionals : ['test/engine'];
	await runChecks([{ title: 'Engine', command: 'npm test --', args, isCounted: true }]);
});
