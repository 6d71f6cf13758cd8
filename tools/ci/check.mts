import { spawn, type ChildProcess } from 'node:child_process';

import { PROJECT } from '../project.mts';

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

/** Runs a command in the project's folder, its output on ours. One check: did it exit with 0? */
export async function runCheck(title: string, command: string, args: string[]): Promise<Tally> {
	const { exitCode } = await runShown(title, command, args);
	return tallyOf(exitCode === 0);
}

/**
 * Runs a command that ends its report with `N passed, N failed`, and takes the tally from there.
 * A command that fails without having counted a failure is a failure of its own.
 */
export async function runCounted(title: string, command: string, args: string[]): Promise<Tally> {
	const { exitCode, output } = await runShown(title, command, args);
	const [, passed, failed] = /^(\d+) passed, (\d+) failed\s*$/m.exec(output) ?? [];
	const tally = { passed: Number(passed ?? 0), failed: Number(failed ?? 0) };
	const isConsistent = passed !== undefined && (exitCode === 0) === (tally.failed === 0);
	return isConsistent ? tally : add(tally, { passed: 0, failed: 1 });
}

async function runShown(
	title: string,
	command: string,
	args: string[],
): Promise<{ exitCode: number | null; output: string }> {
	console.log(`\n=== ${title}: ${command} ${args.join(' ')}`);
	const began = Date.now();
	const child = spawn(command, args, {
		cwd: PROJECT,
		stdio: ['ignore', 'pipe', 'inherit'],
		// A group of its own: a signal to it reaches what stands behind npm and its shell.
		detached: true,
	});
	const end = () => interrupt(child);
	process.once('SIGINT', end).once('SIGTERM', end);
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => {
		output += chunk.toString();
		process.stdout.write(chunk);
	});
	const exitCode = await new Promise<number | null>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', resolve);
	});
	process.off('SIGINT', end).off('SIGTERM', end);
	console.log(
		`=== ${title}: exit code ${exitCode} after ${Math.round((Date.now() - began) / 1000)} s`,
	);
	return { exitCode, output };
}

/** Ends a check and, once it has ended what it had started, this process. */
function interrupt(child: ChildProcess): void {
	child.once('close', () => process.exit(130));
	if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
}
