import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { cacheFolder } from '../cache.mts';
import { runToLog } from '../command.mts';
import { withProgress } from '../progress.mts';

export interface NodeRuntime {
	/** Such as `24.21.0`. */
	version: string;
	/** The folder that holds the `node` program. */
	binFolder: string;
	/** Where node-gyp finds the headers, as `npm_config_nodedir`; unset: it looks for itself. */
	headersFolder: string | undefined;
}

/**
 * A Node of one of the major versions `runsOn`: this process's own where it is one of them, else
 * `release` from the package registry, kept in the user's cache.
 *
 * @param release Such as `24.21.0`.
 * @throws UserError when it cannot be installed.
 */
export async function installNode(
	runsOn: readonly number[],
	release: string,
): Promise<NodeRuntime> {
	if (runsOn.includes(major(process.versions.node))) {
		const binFolder = dirname(process.execPath);
		const headersFolder = withHeaders(dirname(binFolder));
		return { version: process.versions.node, binFolder, headersFolder };
	}

	const folder = cacheFolder(`node-${release}`);
	const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
	const root = join(folder, 'node_modules', packageName);
	const program = join(root, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	if (!existsSync(program)) await download(folder, `${packageName}@${release}`, release);
	return { version: release, binFolder: dirname(program), headersFolder: withHeaders(root) };
}

async function download(folder: string, packageSpec: string, release: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
	const options = {
		cwd: folder,
		logFile: join(folder, 'install.log'),
		problem: `Node ${release} could not be installed. Check the network connection and run the same command again, or run it with Node ${major(release)}.`,
	};
	await withProgress(
		`Installing Node ${release} (n8n needs it; this machine has ${process.versions.node})`,
		runToLog(
			'npm',
			['install', packageSpec, '--ignore-scripts', '--no-audit', '--no-fund'],
			options,
		),
	);
}

function withHeaders(root: string): string | undefined {
	return existsSync(join(root, 'include', 'node', 'node_api.h')) ? root : undefined;
}

function major(release: string): number {
	return Number(release.split('.')[0]);
}
