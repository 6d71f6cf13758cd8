import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { execa, type Options } from 'execa';

import { until } from './until.mts';
import { UserError } from './userError.mts';

interface LogOptions
	extends Pick<Options, 'detached' | 'forceKillAfterDelay' | 'gid' | 'killSignal' | 'uid'> {
	cwd: string;
	/** Added to this process's own environment. */
	env?: NodeJS.ProcessEnv;
	/** Where standard output and standard error go. */
	logFile: string;
}

/** Starts a command. The promise resolves when it has ended and its log is complete, also if it has failed. */
function spawnToLog(command: string, args: string[], { env, logFile, ...options }: LogOptions) {
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
function lastLines(logFile: string): string {
	const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-12);
	return `The last lines of ${logFile}:\n${lines.join('\n')}`;
}

interface ProgramOptions extends LogOptions {
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
