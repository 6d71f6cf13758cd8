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

/** As Node's `parseArgs`. Options that are wrong end the program with a sentence. */
export const readOptions: typeof parseArgs = (config) => {
	try {
		return parseArgs(config);
	} catch (error) {
		console.error(`\n${(error as Error).message}`);
		process.exit(1);
	}
};

/** What ends a program: Ctrl+C, another program, and a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program's work. A UserError is printed as a sentence; any other error is a bug and keeps
 * its stack. Both give the exit code 1.
 *
 * @param close Ends whatever has been started, also while it is still starting. With it, the work
 * can be interrupted. The exit code is 130 then.
 */
export async function runMain(
	work: () => Promise<void>,
	close?: () => Promise<void>,
): Promise<void> {
	let isInterrupted = false;
	const interruption = async () => {
		await new Promise<void>((resolve) => {
			// Not `once`: npm passes Ctrl+C on again, which must not end the closing early.
			for (const signal of SIGNALS) process.on(signal, () => resolve());
		});
		isInterrupted = true;
		// A terminal that was closed takes no output.
		process.stdout.on('error', () => {});
		console.log('\nInterrupted: ending what was started …');
		// Everything that the work needs goes away now, so its later errors mean nothing.
		console.log = () => {};
	};
	try {
		await (close === undefined ? work() : Promise.race([work(), interruption()]));
	} catch (error) {
		console.error(error instanceof UserError ? `\n${error.message}` : error);
		process.exitCode = 1;
	}
	await close?.();
	// The work may still wait for something that never comes now.
	if (isInterrupted) process.exit(130);
}
