import { parseArgs } from 'node:util';

/** Something that a person can put right: shown as its message alone, without a stack trace. */
export class UserError extends Error {}

/** @throws UserError for a name of `--only` that is not in the table. */
export function requireNames(names: string[], table: object): void {
	const unknown = names.find((name) => !(name in table));
	if (unknown === undefined) return;
	const all = Object.keys(table).join(', ');
	throw new UserError(`--only is one of ${all}, but it is "${unknown}".`);
}

/** What ends a program: Ctrl+C, another program, and a terminal that is closed. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** As Node's `parseArgs`. Options that are wrong end the program with a sentence. */
export const readOptions: typeof parseArgs = (config) => {
	try {
		return parseArgs(config);
	} catch (error) {
		console.error(`\n${(error as Error).message}`);
		process.exit(1);
	}
};

/**
 * Runs a program's work. A UserError is printed as a sentence; any other error is a bug and keeps
 * its stack. Both give the exit code 1.
 *
 * @param close Ends whatever has been started, also while it is still starting. With it, the work
 * can be interrupted.
 */
export async function runMain(
	work: () => Promise<void>,
	close?: () => Promise<void>,
): Promise<void> {
	try {
		await (close === undefined ? work() : interruptible(work, close));
	} catch (error) {
		console.error(error instanceof UserError ? `\n${error.message}` : error);
		process.exitCode = 1;
	}
}

/**
 * Runs `work`, and `close` after it in every case. On one of the signals it does not wait for `work`
 * any longer: what was started is ended by `close`, and the process ends with exit code 130.
 */
async function interruptible(work: () => Promise<void>, close: () => Promise<void>): Promise<void> {
	let isInterrupted = false;
	const interrupted = new Promise<void>((resolve) => {
		for (const signal of SIGNALS) {
			// Not `once`, because a second Ctrl+C must not end the closing early.
			process.on(signal, () => {
				if (isInterrupted) return;
				isInterrupted = true;
				console.log('\nInterrupted: ending what was started …');
				// Everything that `work` needs goes away now, so its later errors mean nothing.
				console.log = () => {};
				resolve();
			});
		}
	});
	try {
		await Promise.race([work(), interrupted]);
	} finally {
		await close();
	}
	// `work` may still wait for something that never comes now. The exit ends its children.
	if (isInterrupted) process.exit(130);
}
