import { spawn, type SpawnOptions } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';

import { UserError } from './userError.mts';

export interface LogOptions extends Pick<SpawnOptions, 'detached' | 'gid' | 'shell' | 'uid'> {
	cwd: string;
	/** Added to this process's own environment. */
	env?: NodeJS.ProcessEnv;
	/** Where standard output and standard error go. */
	logFile: string;
}

/** Starts a command. `exited` resolves when it has ended, and `closed` to its exit code when its log is complete, too. */
export function spawnToLog(
	command: string,
	args: string[],
	{ env, logFile, ...options }: LogOptions,
) {
	const child = spawn(command, args, {
		...options,
		env: { ...ownEnvironment(), ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const log = createWriteStream(logFile, { flags: 'a' });
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	child.on('error', (error) => log.write(`${error.message}\n`));
	const exited = new Promise((resolve) => child.once('exit', resolve));
	const closed = new Promise<number | null>((resolve) => {
		child.once('close', (code) => log.end(() => resolve(code)));
	});
	return { child, exited, closed };
}

/**
 * This process's environment without what npm put into it: an npm that runs an npm hands down the
 * settings of this project (`ignore-scripts`, for one) to an installation that must not have them.
 */
function ownEnvironment(): NodeJS.ProcessEnv {
	const entries = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
	return Object.fromEntries(entries);
}

/**
 * Runs a command to its end, its output in a log file.
 *
 * @param problem What its failure means, and what a person can do about it.
 * @throws UserError with the problem when it fails.
 */
export async function runToLog(
	command: string,
	args: string[],
	{ problem, ...options }: LogOptions & { problem: string },
): Promise<void> {
	const { child, closed } = spawnToLog(command, args, {
		shell: process.platform === 'win32',
		...options,
	});
	const end = () => child.kill('SIGTERM');
	process.once('exit', end);
	const code = await closed.finally(() => process.off('exit', end));
	if (code !== 0) throw new UserError(`${problem} ${lastLines(options.logFile)}`);
}

/** What a person needs to know of a log. */
export function lastLines(logFile: string): string {
	const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-12);
	return `The last lines of ${logFile}:\n${lines.join('\n')}`;
}
