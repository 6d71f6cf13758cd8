/** What the node says when it refuses to send something: on n8n's engine, and all of it in the docs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import type { Refusal } from './parts/refused.mts';
import { REFUSED } from './refusals.mts';

const NODE = join(__dirname, '..', '..', 'nodes', 'TriggerFlow');

/** The editor and a Retry say what is in these: see `editorMethods.test` and `retriedBefore.test`. */
const ELSEWHERE = ['contextForm.ts', 'listFlows.ts', 'refusedRetry.ts'];

const NOT_SHOWN = [
	// n8n makes an object of whatever the options are, before the node sees them (seen on 2.40.7).
	'The options are',
	', but have to be an object',
	'Remove the expression from Options, and add the options one by one.',
	// An expression.
	'{{ $execution.resumeUrl }}',
];

let refusals: Refusal[];

beforeAll(async () => {
	refusals = [];
	for (const example of Object.values(REFUSED).flat()) refusals.push(await example());
});

test('each example is refused before anything is sent, and told what to do', () => {
	for (const { message, description } of refusals) {
		expect({ message, description }).toEqual({
			message: expect.stringMatching(/^.*[^.]$/s),
			description: expect.stringMatching(
				/^.*\. Nothing was sent for this item\.(?: Nor was .*)?$/s,
			),
		});
	}
});

test('each example has a text of its own', () => {
	const texts = refusals.map(({ message, description }) => `${message}\n${description}`);
	expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

test('every sentence of the files that refuse something is shown by an example', () => {
	const shown = JSON.stringify([refusals.map(Object.values), NOT_SHOWN]);
	const sentences = readdirSync(NODE, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts') && !ELSEWHERE.some((name) => path.endsWith(name)))
		.map((path) => readFileSync(join(NODE, path), 'utf8'))
		.filter((source) => source.includes('NotSentError('))
		.flatMap(sentencesOf);
	expect(sentences.length).toBeGreaterThan(100);
	const isShown = (text: string) => shown.includes(JSON.stringify(text).slice(1, -1));
	expect(sentences.filter((text) => !isShown(text))).toEqual([]);
});

/** The texts of several words in a source, those around an inserted value each by itself. */
function sentencesOf(source: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) texts.push(node.text.trim());
		if (ts.isTemplateMiddleOrTemplateTail(node)) texts.push(node.text.trim());
		node.forEachChild(visit);
	};
	visit(ts.createSourceFile('', source, ts.ScriptTarget.Latest));
	return texts.filter((text) => text.split(/\s+/).length >= 3);
}
