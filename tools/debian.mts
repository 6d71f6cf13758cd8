import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';

import { cacheFolder } from './cache.mts';
import { runToLog } from './command.mts';
import { withProgress } from './progress.mts';
import { UserError } from './userError.mts';

export interface DebianSoftware<T> {
	/** The name for people, such as "Chromium". */
	title: string;
	packages: string[];
	/** Where it is on this machine, if it is there. */
	find: () => T | undefined;
	/** What else a person can do about it, as the end of a sentence. */
	otherwise?: string;
}

/**
 * Finds a program on this machine. Where there is none, the gate installs Debian's (as root), and says so.
 *
 * @throws UserError when there is none.
 */
export async function findOrInstall<T>(software: DebianSoftware<T>): Promise<T> {
	const { title, packages, find, otherwise = '' } = software;
	const present = find();
	if (present !== undefined) return present;

	const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
	const problem = `${title} is needed, and this machine has none. Install it as root (on Debian: ${command})${otherwise}, then run the same command again.`;
	if (process.env.IS_GATE && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		const label = `Installing ${title} on this machine (once, about a minute): ${command}`;
		await withProgress(label, install(command, problem));
	}
	const installed = find();
	if (installed === undefined) throw new UserError(problem);
	return installed;
}

async function install(command: string, problem: string): Promise<void> {
	await mkdir(cacheFolder(), { recursive: true });
	const env = { DEBIAN_FRONTEND: 'noninteractive' };
	const options = { cwd: cacheFolder(), logFile: cacheFolder('apt-get.log'), env, problem };
	// With old lists, the packages may be there all the same.
	await runToLog('apt-get', ['update'], options).catch(() => {});
	const [program = '', ...args] = command.split(' ');
	await runToLog(program, args, options);
}
