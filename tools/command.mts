import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { constants } from 'node:os';

export interface CommandOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	/** Where standard output and standard error go. */
	logFile: string;
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
		env: { ...process.env, ...env },
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
