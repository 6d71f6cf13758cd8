import type { Tally } from '../../tools/checks.mts';

export interface FeatureResult {
	name: string;
	tally: Tally;
	/** What people get instead of what this n8n lacks. */
	notes: string[];
}

export interface VersionResults {
	version: string;
	/** Of the Node that n8n ran on. */
	node: string;
	features: FeatureResult[];
}

/** What was measured, as Markdown: one line for each feature, one column for each version. */
export function tableOf(results: VersionResults[]): string {
	const notes = [...new Set(results.flatMap(({ features }) => features.flatMap((f) => f.notes)))];
	const names = results[0]?.features.map(({ name }) => name) ?? [];
	const lines = [
		['', ...results.map(({ version }) => version)],
		['---', ...results.map(() => ':-:')],
		...names.map((name) => [name, ...results.map((result) => cell(result, name, notes))]),
		['Steps passed', ...results.map(stepsPassed)],
		['On Node', ...results.map(({ node }) => node)],
	].map((cells) => `| ${cells.join(' | ')} |`);

	return `✔: every step of the feature passed. A number: a difference, explained below. –: n8n cannot do it.

${lines.join('\n')}

${notes.map((note, index) => `${index + 1}. ${note}`).join('\n')}
`;
}

function cell({ features }: VersionResults, name: string, notes: string[]): string {
	const feature = features.find((one) => one.name === name);
	if (feature === undefined) return '';
	if (feature.tally.failed > 0) return '✘';
	const isMissing = feature.notes.length === feature.tally.passed;
	const numbers = feature.notes.map((note) => notes.indexOf(note) + 1);
	return [isMissing ? '–' : '✔', ...numbers].join(' ');
}

function stepsPassed({ features }: VersionResults): string {
	const passed = features.reduce((sum, { tally }) => sum + tally.passed, 0);
	return `${passed} of ${features.reduce((sum, { tally }) => sum + tally.failed, passed)}`;
}
