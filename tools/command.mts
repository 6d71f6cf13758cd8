import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { constants } from 'node:os';

export interface CommandOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Where standard output and standard error go. */
	logFile: string;
}

/**
 * This process's environment without what npm put into it: an npm that runs an npm hands down the
 * settings of this project (`ignore-scripts`, for one) to an installation that must not have them.
 */
function ownEnvironment(): NodeJS.ProcessEnv {
	const entries = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
	return Object.fromEntries(entries);
}

/** Runs a command to its end, its output in a log file. Resolves to the exit code. */
export async function runToLog(
	command: string,
	args: string[],
	{ cwd, env, logFile }: CommandOptions,
): Promise<number> {
	const log = createWriteStream(logFile, { flags: 'a' });
	const child = spawn(command, args, {
		cwd,
		env: { ...ownEnvironment(), ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32',
	});
	const end = () => child.kill('SIGTERM');
	process.once('exit', end);
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	try {
		return await new Promise<number>((resolve, reject) => {
			child.on('error', reject);
			child.on('close', (code, signal) =>
				resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
			);
		});
	} finally {
		process.off('exit', end);
		log.end();
	}
}
