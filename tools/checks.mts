import { spawn } from 'node:child_process';

import { PROJECT } from './project.mts';

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

export interface Check {
	title: string;
	/** Words with blanks between them, run in the project's folder. */
	command: string;
	/** Added unchanged at its end. */
	args?: string[];
	/** Whether its report ends with the summary of its results; else its exit code is its one result. */
	isCounted?: boolean;
}

/** Lines of a report that are shown again at its end, from the one that names what failed. */
const LINES_OF_FAILURE = 8;

/**
 * Runs one check after the other, also after one that failed. Ends with what failed, again, because
 * a long log is read from its end and often cut, and with the sum of all results.
 */
export async function runChecks(checks: Check[]): Promise<void> {
	let tally: Tally = { passed: 0, failed: 0 };
	const failures: string[] = [];
	for (const check of checks) {
		const result = await runCheck(check);
		tally = add(tally, result.tally);
		failures.push(...result.failures);
	}
	if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join('\n')}`);
	console.log(`\n${summary(tally)}`);
	process.exitCode = tally.failed === 0 ? 0 : 1;
}

/** A command that fails without having counted a failure, or counts nothing, is one more failure. */
export async function runCheck({
	title,
	command,
	args = [],
	isCounted = false,
}: Check): Promise<{ tally: Tally; failures: string[] }> {
	const words = [...command.split(' '), ...args];
	console.log(`\n=== ${title}: ${words.join(' ')}`);
	const began = Date.now();
	const { exitCode, output } = await runShown(words);
	const seconds = Math.round((Date.now() - began) / 1000);
	console.log(`=== ${title}: exit code ${exitCode} after ${seconds} s`);
	const failures = exitCode === 0 ? [] : [`=== ${title}`, ...failuresIn(output)];
	if (!isCounted) return { tally: tallyOf(exitCode === 0), failures };

	const counted = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output);
	const tally = { passed: Number(counted?.[1] ?? 0), failed: Number(counted?.[2] ?? 0) };
	const isConsistent = counted !== null && (exitCode === 0) === (tally.failed === 0);
	return { tally: isConsistent ? tally : add(tally, tallyOf(false)), failures };
}

/** Failed steps (`✘ …`) and what a check itself repeats, each with the lines behind it. */
function failuresIn(output: string): string[] {
	const lines = output.split('\n');
	const starts = lines.flatMap((line, at) => (/^✘ /.test(line) ? [at] : []));
	return starts.flatMap((at) => {
		const rest = lines.slice(at, at + LINES_OF_FAILURE);
		const end = rest.findIndex((line, offset) => offset > 0 && /^[✔✘–•]/.test(line));
		return end === -1 ? rest : rest.slice(0, end);
	});
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
	process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => {
		output += chunk.toString();
		process.stdout.write(chunk);
	});
	const exitCode = await new Promise<number | null>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', resolve);
	});
	process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
	return { exitCode, output };
}
