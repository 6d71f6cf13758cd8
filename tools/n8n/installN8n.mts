import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import { cacheFolder } from '../cache.mts';
import { runToLog } from '../program.mts';
import { withProgress } from '../progress.mts';
import { manifestOf, type N8nVersion } from './versions.mts';

/** An n8n that is ready to be started. */
export interface InstalledN8n {
	version: string;
	folder: string;
	/** The folder of the Node that runs it. */
	nodeFolder: string;
}

/** The Node that runs every n8n, from the package registry. */
export const NODE_VERSION = '24.21.0';

const INSTALL = [
	'install',
	'--legacy-peer-deps',
	'--ignore-scripts',
	'--no-audit',
	'--no-fund',
	'--no-package-lock',
];

const NOW = new Date().toISOString();

const CHECK_MACHINE =
	'Check the network connection and the disk space (n8n needs about 4 GB), then run the same command again.';

/**
 * Installs an n8n into the user's cache, once per version and recipe.
 *
 * @throws UserError that says what to do when it cannot be installed.
 */
export async function installN8n(n8n: N8nVersion): Promise<InstalledN8n> {
	const { version, resolvedBefore = NOW } = n8n;
	const manifest = manifestOf(n8n);
	const folder = folderFor('n8n', n8n, manifest);
	const installed = { version, folder, nodeFolder: await installNode() };
	const env = runtimeEnvironment(installed);
	await installOnce(folder, manifest, async (npm) => {
		const label = `Step 1 of 2: installing n8n ${version} (once, about 3 minutes)`;
		await npm(label, [...INSTALL, `--before=${resolvedBefore}`], CHECK_MACHINE, env);
		// The one install script of n8n's packages that is needed: its database driver is native.
		await npm(
			"Step 2 of 2: building n8n's database driver (once, about 1 minute)",
			['rebuild', 'sqlite3', '--ignore-scripts=false'],
			'It needs python3, make and a C++ compiler (on Debian: apt-get install python3 make g++). Install them, then run the same command again.',
			env,
		);
	});
	return installed;
}

/** Installs the engine of an n8n. The rest only comes with it if the engine's version is not known. @returns The folder. */
export async function installEngine(n8n: N8nVersion): Promise<string> {
	if (n8n.engine === undefined) return (await installN8n(n8n)).folder;
	const manifest = JSON.stringify({ private: true, dependencies: n8n.engine });
	const folder = folderFor('engine', n8n, manifest);
	await installOnce(folder, manifest, async (npm) => {
		const label = `Installing the engine of n8n ${n8n.version} (once)`;
		await npm(label, [...INSTALL, `--before=${n8n.resolvedBefore ?? NOW}`], CHECK_MACHINE);
	});
	return folder;
}

function folderFor(what: string, { version, resolvedBefore }: N8nVersion, manifest: string) {
	const digest = createHash('sha256').update(`${resolvedBefore}${manifest}`).digest('hex');
	return cacheFolder(`${what}-${version}-${digest.slice(0, 12)}`);
}

/** The environment in which npm and n8n run under the chosen Node. */
export function runtimeEnvironment({ nodeFolder }: InstalledN8n): NodeJS.ProcessEnv {
	return {
		PATH: `${join(nodeFolder, 'bin')}${delimiter}${process.env.PATH ?? ''}`,
		// node-gyp finds the headers there.
		npm_config_nodedir: nodeFolder,
	};
}

async function installNode(): Promise<string> {
	const packageName = `node-${process.platform}-${process.arch}`;
	const folder = cacheFolder(`node-${NODE_VERSION}`);
	const manifest = { private: true, dependencies: { [packageName]: NODE_VERSION } };
	await installOnce(folder, JSON.stringify(manifest), async (npm) => {
		await npm(`Installing Node ${NODE_VERSION} for n8n`, INSTALL, CHECK_MACHINE);
	});
	return join(folder, 'node_modules', packageName);
}

/** Runs npm in the folder. @param cure What a person can do about its failure. */
type Npm = (label: string, args: string[], cure: string, env?: NodeJS.ProcessEnv) => Promise<void>;

/** Installs packages into a folder, unless they are there. A half-finished installation is removed and repeated. */
async function installOnce(
	folder: string,
	manifest: string,
	install: (npm: Npm) => Promise<void>,
): Promise<void> {
	// Written last, so that its absence tells an unfinished installation.
	const stamp = join(folder, '.complete');
	if (existsSync(stamp)) return;
	await rm(join(folder, 'node_modules'), { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), manifest);
	await install(async (label, args, cure, env) => {
		const problem = `"npm ${args[0]}" failed. ${cure}`;
		const options = { cwd: folder, env, logFile: join(folder, 'install.log'), problem };
		await withProgress(label, runToLog('npm', args, options));
	});
	await writeFile(stamp, '');
}
