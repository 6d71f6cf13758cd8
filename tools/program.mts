import { setTimeout as sleep } from 'node:timers/promises';

import { lastLines, spawnToLog, type LogOptions } from './command.mts';
import { until } from './until.mts';
import { UserError } from './userError.mts';

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

/** A program that runs beside this one until it is ended. It ends with this process at the latest. */
export class Program {
	private running: ReturnType<typeof spawnToLog> | undefined;

	private readonly killAtExit = () => this.signal('SIGKILL');

	constructor(private readonly options: ProgramOptions) {}

	get logFile(): string {
		return this.options.logFile;
	}

	get isRunning(): boolean {
		const { pid, exitCode, signalCode } = this.running?.child ?? {};
		return pid !== undefined && exitCode === null && signalCode === null;
	}

	/**
	 * Starts it and waits until it is ready. After its end, it can be started again.
	 *
	 * @param env Added to its environment for good.
	 * @throws UserError when it ends before it is ready, or takes too long.
	 */
	async start(env: NodeJS.ProcessEnv = {}): Promise<void> {
		const { options } = this;
		options.env = { ...options.env, ...env };
		// In its own process group: what it starts has to end with it.
		this.running = spawnToLog(options.command, options.args, { ...options, detached: true });
		process.once('exit', this.killAtExit);
		const ask = async () => {
			if (await options.isReady()) return true;
			if (!this.isRunning) throw new Error('it has ended');
			return false;
		};
		try {
			await until('take requests', ask, START_TIMEOUT);
		} catch (error) {
			await this.stop();
			const reason = error instanceof Error ? error.message : String(error);
			throw new UserError(
				`${options.title} did not start: ${reason}. ${lastLines(options.logFile)}`,
			);
		}
	}

	/** Ends it and everything that it started: asks it to, and kills what is left. */
	async stop(): Promise<void> {
		if (this.isRunning) {
			this.signal(this.options.stopSignal ?? 'SIGTERM');
			await orTooLong(this.running?.exited);
		}
		await this.kill();
	}

	/** Ends it and everything that it started at once, as a crash would. */
	async kill(): Promise<void> {
		// What it started may outlive it, and it may hang.
		this.signal('SIGKILL');
		await orTooLong(this.running?.closed);
		process.off('exit', this.killAtExit);
	}

	/** @param awayMs For how long it does not run. */
	async restart(awayMs = 0): Promise<void> {
		await this.stop();
		await sleep(awayMs);
		await this.start();
	}

	/** Sends a signal to the whole process group. */
	private signal(name: NodeJS.Signals): void {
		const pid = this.running?.child.pid;
		if (pid === undefined) return;
		try {
			process.kill(-pid, name);
		} catch {
			// The group has ended already.
		}
	}
}

async function orTooLong(end: Promise<unknown> | undefined): Promise<void> {
	await Promise.race([end, sleep(STOP_TIMEOUT, undefined, { ref: false })]);
}
