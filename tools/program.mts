import { setTimeout as sleep } from 'node:timers/promises';

import { lastLines, signalGroup, spawnToLog, type LogOptions } from './command.mts';
import { until } from './until.mts';
import { UserError } from './userError.mts';

export interface ProgramOptions extends LogOptions {
	/** The name for people. */
	title: string;
	command: string;
	args: string[];
	/** Whether it accepts requests. */
	isReady: () => Promise<boolean>;
}

/** How long a program may take until it is ready. A first start of n8n migrates a database. */
const START_TIMEOUT_MS = 180_000;

/** How long a program may take to end. */
const STOP_TIMEOUT_MS = 10_000;

/** A program that runs beside this one until it is ended. It ends with this process at the latest. */
export class Program {
	private running: ReturnType<typeof spawnToLog> | undefined;

	constructor(private readonly options: ProgramOptions) {}

	get logFile(): string {
		return this.options.logFile;
	}

	get isRunning(): boolean {
		const { pid, exitCode, signalCode } = this.running ?? {};
		return pid !== undefined && exitCode === null && signalCode === null;
	}

	/**
	 * Starts it and waits until it is ready. After its end, it can be started again.
	 *
	 * @param env Added to its environment for good.
	 * @throws UserError when it ends before it is ready, or takes too long.
	 */
	async start(env: NodeJS.ProcessEnv = {}): Promise<void> {
		const { title, command, args, isReady, ...options } = this.options;
		this.options.env = { ...options.env, ...env };
		// In its own process group, so that what it starts can be ended with it.
		const running = spawnToLog(command, args, {
			...options,
			env: this.options.env,
			detached: true,
			forceKillAfterDelay: STOP_TIMEOUT_MS,
		});
		const killGroup = () => signalGroup(running.pid, 'SIGKILL');
		process.once('exit', killGroup);
		running.once('exit', () => {
			process.off('exit', killGroup);
			// What it started may outlive it.
			killGroup();
		});
		this.running = running;
		const ask = async () => {
			if (await isReady()) return true;
			if (!this.isRunning) throw new Error('it has ended');
			return false;
		};
		try {
			await until('take requests', ask, START_TIMEOUT_MS);
		} catch (error) {
			await this.stop();
			const reason = error instanceof Error ? error.message : String(error);
			throw new UserError(`${title} did not start: ${reason}. ${lastLines(options.logFile)}`);
		}
	}

	/** Ends it and everything that it started: asks it to, and kills what is left. */
	async stop(): Promise<void> {
		this.running?.kill();
		await this.running;
	}

	/** Ends it and everything that it started at once, as a crash would. */
	async kill(): Promise<void> {
		signalGroup(this.running?.pid, 'SIGKILL');
		await this.running;
	}

	/** @param awayMs For how long it does not run. */
	async restart(awayMs = 0): Promise<void> {
		await this.stop();
		await sleep(awayMs);
		await this.start();
	}
}
