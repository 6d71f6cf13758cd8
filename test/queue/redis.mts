import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { findOrInstall } from '../../tools/debian.mts';
import { isFree } from '../../tools/n8n/ports.mts';
import { startProgram, type Program } from '../../tools/program.mts';
import { commandOf } from './compose.mts';

/** How long Redis may take to start, in ms. */
const START_TIMEOUT = 30_000;

/**
 * Starts a Redis of the test's own on loopback, as deploy/compose.yaml starts it.
 *
 * @param folder Where its data is; what is in it from an earlier start is there again.
 * @throws UserError when there is none and none can be installed.
 */
export async function startRedis(folder: string, port: number): Promise<Program> {
	const command = await findOrInstall({
		title: 'Redis',
		packages: ['redis-server'],
		find: () => ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find(existsSync),
	});
	await mkdir(folder, { recursive: true });
	const [, ...args] = commandOf('redis');
	return await startProgram({
		title: 'Redis',
		command,
		args: [...args, '--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
		cwd: folder,
		logFile: join(folder, 'redis.log'),
		isReady: async () => !(await isFree(port)),
		startTimeout: START_TIMEOUT,
	});
}
