/**
 * `node tools/run.mjs tools/canary.mts latest`: the engine, running-n8n and editor tests on an n8n as it comes from the
 * registry, so that a breaking n8n is found here before users find it. Also takes `next`, or a version.
 */
import { spawnSync } from 'node:child_process';

import { runChecks } from './checks.mts';
import { installN8n } from './n8n/installN8n.mts';
import { findVersion } from './n8n/versions.mts';
import { runMain, UserError } from './userError.mts';

await runMain(async () => {
	const wanted = process.argv[2] ?? 'latest';
	const { stdout } = spawnSync('npm', ['view', `n8n@${wanted}`, 'version'], { encoding: 'utf8' });
	const version = stdout.trim();
	if (version === '')
		throw new UserError(`The registry has no n8n "${wanted}". Write latest, next or a version.`);
	// jest.config.js takes n8n's engine from there.
	process.env.N8N_FOLDER = (await installN8n(findVersion(version))).folder;
	await runChecks([
		{ title: 'Engine', command: 'npm test -- test/engine', isCounted: true },
		{ title: 'A running n8n', command: `npm run test:n8n -- --n8n ${version}`, isCounted: true },
		{ title: 'Editor', command: `npm run test:editor -- --n8n ${version}`, isCounted: true },
	]);
});
