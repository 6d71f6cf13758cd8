import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { runToLog } from '../command.mts';
import { PROJECT } from '../project.mts';
import { UserError } from '../userError.mts';

/**
 * Builds the package and packs it as it would be published.
 *
 * @param folder Where the tarball goes.
 * @returns The tarball's path.
 */
export async function packPackage(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	const logFile = join(folder, 'pack.log');
	const options = { cwd: PROJECT, logFile };
	const built = await runToLog('npx', ['gulp', 'build'], options);
	const packed =
		built === 0 ? await runToLog('npm', ['pack', '--pack-destination', folder], options) : built;
	if (packed !== 0) {
		throw new UserError(
			`The package could not be built and packed:\n${await readFile(logFile, 'utf8')}`,
		);
	}
	const { name, version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
	};
	return join(folder, `${name}-${version}.tgz`);
}

/** Unpacks a tarball to where an n8n looks for its community packages. */
export async function unpackIntoN8n(tarball: string, userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-start-flow');
	await rm(folder, { recursive: true, force: true });
	await unpack(tarball, folder);
}

/** Unpacks a tarball's `package/` into a folder. */
export async function unpack(tarball: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const code = await runToLog('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], {
		cwd: folder,
		logFile: `${tarball}.log`,
	});
	if (code !== 0) throw new UserError(`tar could not unpack ${tarball}`);
}
