import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { UserError } from './userError.mts';

/** A program that runs beside this one until it is ended. */
export interface Program {
	logFile: string;
	isRunning: () => boolean;
	/**
	 * Ends it and everything that it started: asks it to, and kills what is left.
	 *
	 * @param patience How long it may take, in ms. Default: 10 s.
	 * @returns Whether it ended without being killed.
	 */
	stop: (patience?: number) => Promise<boolean>;
	/** Ends it and everything that it started at once, as a crash would. */
	kill: () => Promise<void>;
	/** Halts it and everything that it started, until it is resumed. */
	pause: () => void;
	goOn: () => void;
}

export interface ProgramOptions {
	/** The name for people. */
	title: string;
	command: string;
	args: string[];
	cwd: string;
	/** Added to this process's own environment. */
	env?: NodeJS.ProcessEnv;
	/** Where standard output and standard error go. */
	logFile: string;
	/** Another user to run it as; only root can. */
	user?: { uid: number; gid: number };
	/** The signal that asks it to end. Default: SIGTERM. */
	stopSignal?: NodeJS.Signals;
	/** Whether it accepts requests. */
	isReady: () => Promise<boolean>;
	/** How long it may take until it is ready, in ms. */
	startTimeout: number;
}

/** How long a program may take to end, in ms. */
const STOP_TIMEOUT = 10_000;

/**
 * Starts a program and waits until it is ready. It ends with this process at the latest.
 *
 * @throws UserError when it ends before it is ready, or takes too long.
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
	const { title, logFile } = options;
	const program = launch(options);
	try {
		await untilReady(program, options);
		return program;
	} catch (error) {
		await program.stop();
		const reason = error instanceof Error ? error.message : String(error);
		throw new UserError(
			`${title} did not start: ${reason}. Its last lines (${logFile}):\n${lastLines(logFile)}`,
		);
	}
}

function launch(options: ProgramOptions): Program & { child: ChildProcess } {
	const { command, args, cwd, env, logFile, user, stopSignal = 'SIGTERM' } = options;
	const child = spawn(command, args, {
		cwd,
		env: { ...process.env, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
		// In its own process group: what it starts has to end with it.
		detached: true,
		...user,
	});
	const log = createWriteStream(logFile, { flags: 'a' });
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	const exited = new Promise<void>((resolve) => {
		child.once('exit', () => resolve());
		child.once('error', () => resolve());
	});
	// This event comes after the exit, so the log is complete.
	const closed = new Promise<void>((resolve) => {
		child.once('close', () => log.end(resolve));
		child.once('error', () => log.end(resolve));
	});
	const killAtExit = () => signal(child, 'SIGKILL');
	process.once('exit', killAtExit);

	const isRunning = () => child.pid !== undefined && child.exitCode === null && !child.signalCode;
	const kill = async () => {
		// What it started may outlive it, and it may hang.
		signal(child, 'SIGKILL');
		await Promise.race([closed, sleep(STOP_TIMEOUT, undefined, { ref: false })]);
		process.off('exit', killAtExit);
	};
	const stop = async (patience = STOP_TIMEOUT) => {
		if (isRunning()) {
			signal(child, stopSignal);
			await Promise.race([exited, sleep(patience, undefined, { ref: false })]);
		}
		const hasEnded = !isRunning();
		await kill();
		return hasEnded;
	};
	const pause = () => signal(child, 'SIGSTOP');
	const goOn = () => signal(child, 'SIGCONT');
	return { child, logFile, isRunning, stop, kill, pause, goOn };
}

async function untilReady(
	{ isRunning, child }: Program & { child: ChildProcess },
	{ isReady, startTimeout }: ProgramOptions,
): Promise<void> {
	const deadline = Date.now() + startTimeout;
	while (!(await isReady())) {
		if (!isRunning()) throw new Error(`it ended with code ${child.exitCode}`);
		if (Date.now() > deadline) throw new Error(`it did not answer within ${startTimeout / 1000} s`);
		await sleep(200);
	}
}

function lastLines(logFile: string): string {
	return readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n');
}

/** Sends a signal to the whole process group of a child that was started detached. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, name);
	} catch {
		// The group has ended already.
	}
}
