import { execa } from 'execa';

import { signalGroup } from './program.mts';
import { PROJECT } from './project.mts';
import { runMain } from './userError.mts';

/** Results, summed from what really ran. */
export interface Tally {
	passed: number;
	failed: number;
}

export function add(a: Tally, b: Tally): Tally {
	return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

export function tallyOf(isPassed: boolean): Tally {
	return isPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The line that ends every report: `N passed, N failed`. */
export function summary({ passed, failed }: Tally): string {
	return `${passed} passed, ${failed} failed`;
}

/** Ends a report with its summary, and says by the exit code whether all has passed. */
export function conclude(tally: Tally): void {
	console.log(`\n${summary(tally)}`);
	if (tally.failed > 0) process.exitCode = 1;
}

export interface Check {
	title: string;
	/** Words with blanks between them, run in the project's folder. */
	command: string;
	/** Added unchanged at its end. */
	args?: string[];
	/** Whether its report ends with the summary of its results; else its exit code is its one result. */
	isCounted?: boolean;
}

/** What a check has started. It ends with the check. */
let running: ReturnType<typeof runShown> | undefined;

/**
 * Runs one check after the other, also after one that failed. Ends with the time and the results of each, and with the
 * sum of all results.
 */
export async function runChecks(checks: Check[]): Promise<void> {
	const results: Record<string, Tally & { seconds: number }> = {};
	let isEnding = false;
	await runMain(
		async () => {
			for (const check of checks) {
				if (isEnding) return;
				const began = Date.now();
				const tally = await runCheck(check);
				results[check.title] = { ...tally, seconds: Math.round((Date.now() - began) / 1000) };
			}
			console.table(results);
			conclude(Object.values(results).reduce<Tally>(add, { passed: 0, failed: 0 }));
		},
		async () => {
			isEnding = true;
			signalGroup(running?.pid, 'SIGTERM');
			await running;
		},
	);
}

/** A command that fails without having counted a failure, or counts nothing, is one more failure. */
async function runCheck({ title, command, args = [], isCounted = false }: Check): Promise<Tally> {
	const words = [...command.split(' '), ...args];
	console.log(`\n=== ${title}: ${words.join(' ')}`);
	running = runShown(words);
	const { failed, stdout } = await running;
	if (!isCounted) return tallyOf(!failed);
	const counted = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(stdout);
	const tally = { passed: Number(counted?.[1] ?? 0), failed: Number(counted?.[2] ?? 0) };
	const isConsistent = counted !== null && failed === tally.failed > 0;
	return isConsistent ? tally : add(tally, tallyOf(false));
}

function runShown([program = '', ...args]: string[]) {
	return execa(program, args, {
		cwd: PROJECT,
		stdin: 'ignore',
		stdout: ['pipe', 'inherit'],
		stderr: 'inherit',
		// In its own process group: a signal to it reaches what npm and its shell have started.
		detached: true,
		reject: false,
	});
}
