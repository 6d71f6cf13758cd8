/**
 * `npm run test:sockets`: breaks real connections in every way, on each Node that n8n runs on, and
 * prints what was seen.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { add, summary, type Tally } from '../../tools/checks.mts';
import { installNode, nodeVersion } from '../../tools/n8n/installNode.mts';
import { NODES } from '../../tools/n8n/versions.mts';
import { PROJECT } from '../../tools/project.mts';
import { runMain } from '../../tools/userError.mts';
import { merged, type Row } from '../engine/sockets/report.mts';

await runMain(async () => {
	const folder = await mkdtemp(join(tmpdir(), 'trigger-flow-sockets-'));
	const rows: Row[] = [];
	let tally: Tally = { passed: 0, failed: 0 };
	for (const release of NODES) {
		const runtime = await installNode([Number(release.split('.')[0])], release);
		const version = await nodeVersion(runtime);
		const file = join(folder, version);
		console.log(`\nBroken connections on Node ${version}`);
		const { status } = spawnSync(
			join(runtime.binFolder, 'node'),
			[
				'node_modules/jest/bin/jest.js',
				'test/engine/brokenConnections.test.mts',
				'--silent',
				'--forceExit',
			],
			{
				cwd: PROJECT,
				env: { ...process.env, SOCKETS_RESULTS: file },
				stdio: ['ignore', 'ignore', 'inherit'],
			},
		);
		tally = add(tally, status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
		rows.push(...(JSON.parse(await readFile(file, 'utf8')) as Row[]));
	}
	await rm(folder, { recursive: true });
	console.table(merged(rows));
	console.log(`\n${summary(tally)}`);
	process.exitCode = tally.failed === 0 ? 0 : 1;
});
