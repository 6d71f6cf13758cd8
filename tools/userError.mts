/** Something that a person can put right: shown as its message alone, without a stack trace. */
export class UserError extends Error {}

/**
 * Runs a program's main function. A UserError is printed as a sentence; any other error is a bug
 * and keeps its stack. Both give the exit code 1.
 */
export async function runMain(main: () => Promise<void>): Promise<void> {
	try {
		await main();
	} catch (error) {
		console.error(error instanceof UserError ? `\n${error.message}` : error);
		process.exitCode = 1;
	}
}
