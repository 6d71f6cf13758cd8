import { readFile } from 'node:fs/promises';

/** What became of a mutant, as Stryker's JSON report has it (mutation-testing-report-schema). */
export interface Mutant {
	mutatorName: string;
	replacement: string;
	status: string;
	location: { start: Place; end: Place };
}

/** Both count from 1. */
interface Place {
	line: number;
	column: number;
}

/** One mutated file and its mutants. */
export interface MutatedFile {
	/** Below `nodes/TriggerFlow/rules`. */
	path: string;
	source: string;
	mutants: Mutant[];
}

export interface Score {
	mutants: number;
	/** Those that a test found, and those that ran into the time limit. */
	killed: number;
	/** Those of them that ran into the time limit. */
	timedOut: number;
}

export const RULES = 'nodes/TriggerFlow/rules';

export async function readReport(file: string): Promise<MutatedFile[]> {
	const { files } = JSON.parse(await readFile(file, 'utf8')) as {
		files: Record<string, Omit<MutatedFile, 'path'>>;
	};
	return Object.entries(files).map(([path, { source, mutants }]) => ({
		path: path.slice(RULES.length + 1),
		source,
		mutants,
	}));
}

/** Mutants that do not even load (`RuntimeError`) are none: nobody could commit them. */
export function scoreOf(files: MutatedFile[]): Score {
	const statuses = files.flatMap(({ mutants }) => mutants.map(({ status }) => status));
	const count = (status: string) => statuses.filter((each) => each === status).length;
	const [killed, timedOut] = [count('Killed'), count('Timeout')];
	return {
		mutants: killed + timedOut + count('Survived') + count('NoCoverage'),
		killed: killed + timedOut,
		timedOut,
	};
}

export function percent({ mutants, killed }: Score): string {
	return mutants === 0 ? '–' : `${((100 * killed) / mutants).toFixed(1)} %`;
}

/** The text that a mutant replaces, on one line. */
export function originalOf({ source }: MutatedFile, { location: { start, end } }: Mutant): string {
	const lines = source.split('\n').slice(start.line - 1, end.line);
	lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column - 1) ?? '';
	lines[0] = lines[0]?.slice(start.column - 1) ?? '';
	return lines.join('\n').replace(/\s+/g, ' ');
}
