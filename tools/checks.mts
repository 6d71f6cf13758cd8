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

interface Result extends Tally {
	title: string;
	seconds: number;
	/** The part of its report about the failures. */
	failures: string[];
}

/** How many lines of a report are shown again at its end, from the one that names the failure. */
const LINES_OF_FAILURE = 8;

/**
 * Runs one check after the other, also after one that failed. Ends with what failed, again, with the
 * time that each check took, and with the sum of all results.
 */
export async function runChecks(checks: Check[]): Promise<void> {
	const results: Result[] = [];
	for (const check of checks) results.push(await runCheck(check));

	const failures = results.flatMap((result) => result.failures);
	if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join('\n')}`);
	const rows = results.map(({ title, seconds, passed, failed }) => [
		title,
		{ seconds, passed, failed },
	]);
	console.table(Object.fromEntries(rows));
	const minutes = results.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
	const total = results.reduce<Tally>(add, { passed: 0, failed: 0 });
	console.log(`${minutes.toFixed(1)} minutes\n\n${summary(total)}`);
	process.exitCode = total.failed === 0 ? 0 : 1;
}

/** A command that fails without having counted a failure, or counts nothing, is one more failure. */
async function runCheck({ title, command, args = [], isCounted = false }: Check): Promise<Result> {
	const words = [...command.split(' '), ...args];
	console.log(`\n=== ${title}: ${words.join(' ')}`);
	const began = Date.now();
	const { exitCode, output } = await runShown(words);
	const result = {
		title,
		seconds: Math.round((Date.now() - began) / 1000),
		failures: exitCode === 0 ? [] : [`=== ${title}`, ...failuresIn(output)],
	};
	if (!isCounted) return { ...result, ...tallyOf(exitCode === 0) };

	const counted = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output);
	const tally = { passed: Number(counted?.[1] ?? 0), failed: Number(counted?.[2] ?? 0) };
	const isConsistent = counted !== null && (exitCode === 0) === (tally.failed === 0);
	return { ...result, ...(isConsistent ? tally : add(tally, tallyOf(false))) };
}

/** Failed steps (`✘ …`), each with the lines behind it. */
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
