/** What examples/compose.yaml says, for n8n without Docker. */
import { readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { parse } from 'yaml';

import { runToLog } from '../../tools/program.mts';
import { packPackage } from '../../tools/n8n/packPackage.mts';
import { PROJECT } from '../../tools/project.mts';

/** The part of examples/compose.yaml that can be run without Docker. */
interface Service {
	command: string | string[];
	environment?: Record<string, unknown>;
	deploy?: { replicas: number };
}

const file = join(PROJECT, 'examples', 'compose.yaml');

const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as {
	services: Record<string, Service>;
};

function service(name: string): Service {
	const found = services[name];
	if (found === undefined) throw new Error(`${file} has no service "${name}"`);
	return found;
}

/** A service's command, in words. */
export const commandOf = (name: string) =>
	[service(name).command].flat().flatMap((part) => part.split(' '));

/** A service's environment. A value such as `${NAME:-default}` is not changed. */
export function environmentOf(name: string): Record<string, string> {
	const entries = Object.entries(service(name).environment ?? {});
	return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}

export const replicasOf = (name: string) => service(name).deploy?.replicas ?? 1;

/** Where n8n's image has its community packages. */
const IN_IMAGE = '/home/node/.n8n/nodes';

/**
 * Builds and packs the package, and installs it with the command of examples/compose.yaml.
 *
 * @returns The folder that all of n8n's processes share.
 */
export async function installPackage(folder: string): Promise<string> {
	const tarball = await packPackage(folder);
	const packages = join(folder, 'packages');
	const install = commandOf('packages')
		.join(' ')
		.replace(/ && chown .*/, '')
		.replace(/n8n-nodes-start-flow@\S+/, tarball)
		.replace(IN_IMAGE, packages);
	await mkdir(packages);
	await runToLog('sh', ['-c', install], {
		cwd: packages,
		logFile: join(folder, 'install.log'),
		problem: `The package could not be installed with the command of examples/compose.yaml:\n${install}\n`,
	});
	return packages;
}

/** Puts the shared folder where a process looks for its packages, as a mounted volume does. */
export async function sharePackages(packages: string, userFolder: string): Promise<void> {
	const link = join(userFolder, '.n8n', 'nodes');
	await mkdir(dirname(link), { recursive: true });
	await symlink(packages, link).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST') throw error;
	});
}
