import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { cacheFolder } from '../cache.mts';
import { runToLog } from '../command.mts';
import { withProgress } from '../progress.mts';

/** The Node that runs every n8n, from the package registry. */
const RELEASE = '24.21.0';

export interface NodeRuntime {
	version: string;
	/** The folder that holds the `node` program. */
	binFolder: string;
	/** Where node-gyp finds the headers. */
	headersFolder: string;
}

/**
 * Installs Node into the user's cache, where it is not there yet.
 *
 * @throws UserError when it cannot be installed.
 */
export async function installNode(): Promise<NodeRuntime> {
	const isWindows = process.platform === 'win32';
	const folder = cacheFolder(`node-${RELEASE}`);
	const packageName = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
	const headersFolder = join(folder, 'node_modules', packageName);
	const program = join(headersFolder, 'bin', isWindows ? 'node.exe' : 'node');
	const runtime = { version: RELEASE, binFolder: dirname(program), headersFolder };
	// npm writes this list last, so that its absence tells an unfinished installation.
	if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return runtime;

	await rm(join(folder, 'node_modules'), { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
	const packageSpec = `${packageName}@${RELEASE}`;
	const args = ['install', packageSpec, '--ignore-scripts', '--no-audit', '--no-fund'];
	const installation = runToLog('npm', args, {
		cwd: folder,
		logFile: join(folder, 'install.log'),
		problem: `Node ${RELEASE} could not be installed. Check the network connection and run the same command again.`,
	});
	await withProgress(`Installing Node ${RELEASE} for n8n`, installation);
	return runtime;
}
