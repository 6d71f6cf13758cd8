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
	/** What else a person can do about it, as the end of a sentence after "…, or". */
	otherwise?: string;
}

/**
 * Finds a program on this machine. Where there is none, Debian's is installed (as root).
 *
 * @throws UserError when there is none and none can be installed.
 */
export async function findOrInstall<T>(software: DebianSoftware<T>): Promise<T> {
	const { title, packages, find, otherwise } = software;
	const present = find();
	if (present !== undefined) return present;

	const alternative = otherwise === undefined ? '' : `, or ${otherwise}`;
	const problem = `${title} is needed, and this machine has none. Install it as root (on Debian: apt-get install ${packages.join(' ')})${alternative}, then run the same command again.`;
	if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
		const label = `Installing ${title} (once, about a minute)`;
		await withProgress(label, install(title, packages, problem));
	}
	const installed = find();
	if (installed === undefined) throw new UserError(problem);
	return installed;
}

async function install(title: string, packages: string[], problem: string): Promise<void> {
	await mkdir(cacheFolder(), { recursive: true });
	const options = {
		cwd: cacheFolder(),
		logFile: cacheFolder(`${title.toLowerCase()}.log`),
		env: { DEBIAN_FRONTEND: 'noninteractive' },
		problem,
	};
	// With old lists, the packages may be there all the same.
	await runToLog('apt-get', ['update'], options).catch(() => {});
	await runToLog('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
}
