/** `npm run test:oldest`: the engine tests on the engine of the oldest supported n8n. `-- FILE` for one of them. */
import { runChecks } from './checks.mts';
import { installEngine } from './n8n/installN8n.mts';
import { OLDEST } from './n8n/versions.mts';
import { runMain } from './userError.mts';

await runMain(async () => {
	const [, , ...files] = process.argv;
	// jest.config.js takes n8n's engine from there.
	process.env.N8N_FOLDER = await installEngine(OLDEST);
	const args = files.length > 0 ? files : ['test/engine'];
	await runChecks([{ title: 'Oldest engine', command: 'npm test --', args, isCounted: true }]);
});
