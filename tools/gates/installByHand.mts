import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Installs a package as people do who have no panel for it: `npm install --prefix` n8n's folder `nodes`, which
 * need not be there. Within that folder npm would look for a package further up.
 *
 * The package has to come alone, without the network: a peer that npm brings along is a second
 * n8n-workflow, which n8n never uses, with an add-on that many machines cannot build.
 *
 * @param packed The tarball, or its folder.
 * @param work An empty place for it.
 * @returns What is wrong with it; `undefined` when nothing is.
 */
export async function installByHand(packed: string, work: string): Promise<string | undefined> {
	const folder = join(work, 'nodes');
	await rm(folder, { recursive: true, force: true });
	await mkdir(work, { recursive: true });
	const { status, stdout, stderr } = spawnSync(
		'npm',
		[
			'install',
			'--prefix',
			folder,
			packed,
			'--offline',
			'--install-links',
			'--legacy-peer-deps=false',
		],
		{ cwd: work, encoding: 'utf8', shell: process.platform === 'win32' },
	);
	if (status !== 0) return `${stdout}${stderr}`;
	const installed = (await readdir(join(folder, 'node_modules'))).filter(
		(name) => !name.startsWith('.'),
	);
	return installed.join() === 'n8n-nodes-trigger-flow'
		? undefined
		: `npm has installed ${installed.join(', ')}`;
}
