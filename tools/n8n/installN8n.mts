import { createHash } from 'node:crypto';
import { existsSync, statfsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import { cacheFolder } from '../cache.mts';
import { runToLog } from '../command.mts';
import { withProgress } from '../progress.mts';
import { UserError } from '../userError.mts';
import { installNode, type NodeRuntime } from './installNode.mts';
import { manifestOf, type N8nVersion } from './versions.mts';

/** An n8n that is ready to be started. */
export interface InstalledN8n {
	version: string;
	folder: string;
	runtime: NodeRuntime;
}

/** What an installation takes on disk, with room to work, in bytes. */
const SPACE_NEEDED = 4 * 1024 ** 3;

/**
 * Installs an n8n into the user's cache, once per version and recipe. A later call finds it there; a
 * half-finished installation is removed and repeated.
 *
 * @throws UserError that says what to do when it cannot be installed.
 */
export async function installN8n(n8n: N8nVersion): Promise<InstalledN8n> {
	const { version, resolvedBefore } = n8n;
	const manifest = manifestOf(n8n);
	const digest = createHash('sha256')
		.update(`${resolvedBefore}${manifest}`)
		.digest('hex')
		.slice(0, 12);
	const folder = cacheFolder(`n8n-${version}-${digest}`);
	await mkdir(folder, { recursive: true });
	// Written last, so that its absence tells an unfinished installation.
	const stamp = join(folder, '.complete');
	const isComplete = existsSync(stamp);
	if (!isComplete) requireSpace(folder);
	const installed = { version, folder, runtime: await installNode() };
	if (isComplete) return installed;

	await rm(join(folder, 'node_modules'), { recursive: true, force: true });
	await writeFile(join(folder, 'package.json'), manifest);
	await npm(installed, `Step 1 of 2: installing n8n ${version} (once, about 3 minutes)`, [
		'install',
		'--legacy-peer-deps',
		'--ignore-scripts',
		'--no-audit',
		'--no-fund',
		'--no-package-lock',
		...(resolvedBefore === undefined ? [] : [`--before=${resolvedBefore}`]),
	]);
	// The one install script of n8n's packages that is needed: its database driver is native.
	await npm(
		installed,
		"Step 2 of 2: building n8n's database driver (once, about 1 minute)",
		['rebuild', 'sqlite3', '--ignore-scripts=false'],
		'It needs python3, make and a C++ compiler (on Debian: apt-get install python3 make g++). Install them, then run the same command again.',
	);
	await writeFile(stamp, '');
	return installed;
}

/** The environment in which npm and n8n run under the chosen Node. */
export function runtimeEnvironment({ binFolder, headersFolder }: NodeRuntime): NodeJS.ProcessEnv {
	return {
		PATH: `${binFolder}${delimiter}${process.env.PATH ?? ''}`,
		npm_config_nodedir: headersFolder,
	};
}

async function npm(
	n8n: InstalledN8n,
	label: string,
	args: string[],
	cure = 'Check the network connection, then run the same command again.',
): Promise<void> {
	const options = {
		cwd: n8n.folder,
		env: runtimeEnvironment(n8n.runtime),
		logFile: join(n8n.folder, 'install.log'),
		problem: `"npm ${args[0]}" failed. ${cure}`,
	};
	await withProgress(label, runToLog('npm', args, options));
}

function requireSpace(folder: string): void {
	const { bavail, bsize } = statfsSync(folder);
	if (bavail * bsize >= SPACE_NEEDED) return;
	throw new UserError(
		`n8n needs about 4 GB of disk space in ${folder}, and there is less. Free some, or link this folder to another disk, then run the same command again.`,
	);
}
