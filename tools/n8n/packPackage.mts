import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { name, version } from '../../package.json';
import { runToLog } from '../program.mts';
import { PROJECT } from '../project.mts';

/**
 * Builds the package and packs it as it would be published.
 *
 * @param folder Where the tarball goes.
 * @returns The tarball's path.
 */
export async function packPackage(folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	const problem = 'The package could not be built and packed.';
	const options = { cwd: PROJECT, logFile: join(folder, 'pack.log'), problem };
	await runToLog('npx', ['gulp', 'build'], options);
	await runToLog('npm', ['pack', '--pack-destination', folder], options);
	return join(folder, `${name}-${version}.tgz`);
}

/** Unpacks a tarball's `package/` into a folder. */
export async function unpack(tarball: string, folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	await runToLog('tar', ['-xzf', tarball, '--strip-components=1'], {
		cwd: folder,
		logFile: `${tarball}.log`,
		problem: `tar could not unpack ${tarball}.`,
	});
}
