import { originalOf, type MutatedFile, type Mutant } from './report.mts';
import { REASONS, WORDING } from './reasons.mts';

/** A mutant that no test kills. */
export interface Survivor {
	/** Below `nodes/TriggerFlow/rules`. */
	path: string;
	line: number;
	mutator: string;
	original: string;
	replacement: string;
	/** Why it is left; `undefined` when nobody has looked at it. */
	reason: string | undefined;
}

export function survivorsOf(files: MutatedFile[]): Survivor[] {
	return files.flatMap((file) =>
		file.mutants
			.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
			.map((mutant) => ({
				path: file.path,
				line: mutant.location.start.line,
				mutator: mutant.mutatorName,
				original: originalOf(file, mutant),
				replacement: mutant.replacement.replace(/\s+/g, ' '),
				reason: reasonFor(file, mutant),
			})),
	);
}

function reasonFor(file: MutatedFile, mutant: Mutant): string | undefined {
	const original = originalOf(file, mutant);
	const line = file.source.split('\n')[mutant.location.start.line - 1] ?? '';
	const known = REASONS.find(
		({ path, code, mutator, becomes }) =>
			path === file.path &&
			(line.includes(code) || original.includes(code)) &&
			(mutator ?? mutant.mutatorName) === mutant.mutatorName &&
			(becomes ?? mutant.replacement) === mutant.replacement,
	);
	return known?.reason ?? (isWording(mutant, original) ? WORDING : undefined);
}

/** A text of several words in a row is one for people. */
function isWording({ mutatorName }: Mutant, original: string): boolean {
	return mutatorName === 'StringLiteral' && /\p{L}+,? \p{L}+,? \p{L}+/u.test(original);
}
