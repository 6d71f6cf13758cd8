import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import { lastLines, spawnToLog, type LogOptions } from './command.mts';
import { until } from './until.mts';
import { UserError } from './userError.mts';

/** A program that runs beside this one until it is ended. */
export interface Program {
	logFile: string;
	isRunning: () => boolean;
	/** Ends it and everything that it started: asks it to, and kills what is left. */
	stop: () => Promise<void>;
	/** Ends it and everything that it started at once, as a crash would. */
	kill: () => Promise<void>;
}

export interface ProgramOptions extends LogOptions {
	/** The name for people. */
	title: string;
	command: string;
	args: string[];
	/** The signal that asks it to end. Default: SIGTERM. */
	stopSignal?: NodeJS.Signals;
	/** Whether it accepts requests. */
	isReady: () => Promise<boolean>;
}

/** How long a program may take until it is ready, in ms. A first start of n8n migrates a database. */
const START_TIMEOUT = 180_000;

/** How long a program may take to end, in ms. */
const STOP_TIMEOUT = 10_000;

/**
 * Starts a program and waits until it is ready. It ends with this process at the latest.
 *
 * @throws UserError when it ends before it is ready, or takes too long.
 */
export async function startProgram(options: ProgramOptions): Promise<Program> {
	const { title, logFile, isReady } = options;
	const program = launch(options);
	try {
		await until(
			'take requests',
			async () => {
				if (await isReady()) return true;
				if (!program.isRunning()) throw new Error('it has ended');
				return false;
			},
			START_TIMEOUT,
		);
		return program;
	} catch (error) {
		await program.stop();
		const reason = error instanceof Error ? error.message : String(error);
		throw new UserError(`${title} did not start: ${reason}. ${lastLines(logFile)}`);
	}
}

function launch(options: ProgramOptions): Program {
	const { command, args, logFile, stopSignal = 'SIGTERM' } = options;
	// In its own process group: what it starts has to end with it.
	const { child, closed } = spawnToLog(command, args, { ...options, detached: true });
	const exited = new Promise((resolve) => child.once('exit', resolve));
	const killAtExit = () => signal(child, 'SIGKILL');
	process.once('exit', killAtExit);

	const isRunning = () => child.pid !== undefined && child.exitCode === null && !child.signalCode;
	const orTooLong = async (end: Promise<unknown>) =>
		await Promise.race([end, sleep(STOP_TIMEOUT, undefined, { ref: false })]);
	const kill = async () => {
		// What it started may outlive it, and it may hang.
		signal(child, 'SIGKILL');
		await orTooLong(closed);
		process.off('exit', killAtExit);
	};
	const stop = async () => {
		if (isRunning()) {
			signal(child, stopSignal);
			await orTooLong(exited);
		}
		await kill();
	};
	return { logFile, isRunning, stop, kill };
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
