import { readFileSync } from 'node:fs';

import { execa, type Options } from 'execa';

import { UserError } from './userError.mts';

export interface LogOptions
	extends Pick<Options, 'detached' | 'forceKillAfterDelay' | 'gid' | 'killSignal' | 'uid'> {
	cwd: string;
	/** Added to this process's own environment. */
	env?: NodeJS.ProcessEnv;
	/** Where standard output and standard error go. */
	logFile: string;
}

/** Starts a command. The promise resolves when it has ended and its log is complete, also if it has failed. */
export function spawnToLog(
	command: string,
	args: string[],
	{ env, logFile, ...options }: LogOptions,
) {
	const log = { file: logFile, append: true } as const;
	return execa(command, args, {
		...options,
		env: { ...ownEnvironment(), ...env },
		extendEnv: false,
		stdin: 'ignore',
		stdout: log,
		stderr: log,
		buffer: false,
		reject: false,
	});
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
	const { failed } = await spawnToLog(command, args, options);
	if (failed) throw new UserError(`${problem} ${lastLines(options.logFile)}`);
}

/** Ends a command that was started with `detached`, and everything that it has started. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
	try {
		if (pid !== undefined) process.kill(-pid, signal);
	} catch {
		// The group has ended already.
	}
}

/** What a person needs to know of a log. */
export function lastLines(logFile: string): string {
	const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-12);
	return `The last lines of ${logFile}:\n${lines.join('\n')}`;
}
