import { join } from 'node:path';

import type { Tally } from '../../tools/checks.mts';
import { writeFormatted } from '../../tools/docs/formatted.mts';
import { PROJECT } from '../../tools/project.mts';

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

const FILE = join(PROJECT, 'docs', 'versions.md');

/** Writes what was measured to docs/versions.md: one line for each feature, one column for each version. */
export async function writeTable(results: VersionResults[]): Promise<void> {
	await writeFormatted(FILE, tableOf(results));
	console.log(`Written: ${FILE}`);
}

function tableOf(results: VersionResults[]): string {
	const notes = [...new Set(results.flatMap(({ features }) => features.flatMap((f) => f.notes)))];
	const names = results[0]?.features.map(({ name }) => name) ?? [];
	const lines = [
		['', ...results.map(({ version }) => version)],
		['---', ...results.map(() => ':-:')],
		...names.map((name) => [name, ...results.map((result) => cell(result, name, notes))]),
		['Steps passed', ...results.map(stepsPassed)],
		['On Node', ...results.map(({ node }) => node)],
	].map((cells) => `| ${cells.join(' | ')} |`);
	const date = new Date().toISOString().slice(0, 10);

	return `# What works in which n8n

The oldest supported n8n is **1.123** (1.123.81 tested). Every check of a change runs the oldest and the
newest; this table has all that are tested.

Written by \`npm run test:matrix\` on ${date}. The packed package runs in each n8n: workflows are started
through webhooks and the API, and what the stand-in flow service was asked to start is compared with
what n8n saved. ✔ means that every step of the feature passed. A number points to a difference between
the versions, and – means that n8n cannot do it: the line below says what you get instead.

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
