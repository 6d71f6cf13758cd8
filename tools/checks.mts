import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { PROJECT } from './project.mts';
import { SIGNALS } from './userError.mts';

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

/**
 * Runs one check after the other, also after one that failed. Ends with the time and the results of each, and with the
 * sum of all results.
 */
export async function runChecks(checks: Check[]): Promise<void> {
	const results: Record<string, Tally & { seconds: number }> = {};
	for (const check of checks) {
		const began = Date.now();
		const tally = await runCheck(check);
		results[check.title] = { ...tally, seconds: Math.round((Date.now() - began) / 1000) };
	}
	console.table(results);
	conclude(Object.values(results).reduce<Tally>(add, { passed: 0, failed: 0 }));
}

/** A command that fails without having counted a failure, or counts nothing, is one more failure. */
async function runCheck({ title, command, args = [], isCounted = false }: Check): Promise<Tally> {
	const words = [...command.split(' '), ...args];
	console.log(`\n=== ${title}: ${words.join(' ')}`);
	const { exitCode, output } = await runShown(words);
	if (!isCounted) return tallyOf(exitCode === 0);
	const counted = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output);
	const tally = { passed: Number(counted?.[1] ?? 0), failed: Number(counted?.[2] ?? 0) };
	const isConsistent = counted !== null && (exitCode === 0) === (tally.failed === 0);
	return isConsistent ? tally : add(tally, tallyOf(false));
}

async function runShown([program = '', ...args]: string[]): Promise<{
	exitCode: number | null;
	output: string;
}> {
	const child = spawn(program, args, {
		cwd: PROJECT,
		stdio: ['ignore', 'pipe', 'inherit'],
		// In its own process group: a signal to it reaches what npm and its shell have started.
		detached: true,
	});
	// Ends the check and, once it has ended what it had started, this process.
	const interrupt = () => {
		child.once('close', () => process.exit(130));
		if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
	};
	for (const signal of SIGNALS) process.once(signal, interrupt);
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => {
		output += chunk.toString();
		process.stdout.write(chunk);
	});
	const [exitCode] = (await once(child, 'close')) as [number | null];
	for (const signal of SIGNALS) process.off(signal, interrupt);
	return { exitCode, output };
}
