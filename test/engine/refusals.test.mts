/** What the node says when it refuses to send something: on n8n's engine, and all of it in the docs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import nock from 'nock';
import ts from 'typescript';

import type { Refusal } from './parts/refused.mts';
import { REFUSED } from './refusals.mts';

const NODE = join(__dirname, '..', '..', 'nodes', 'TriggerFlow');

/** Sentences of these files that no example can show. */
const NOT_SHOWN = [
	// They stand in a file that refuses things, and are said of something else.
	'It is safe to start it again.',
	'Nor was anything sent for another item: all are checked first.',
	'The run ended before this start was begun: the flow was not started',
	'of the sub-workflow "',
	// n8n makes an object of whatever the options are, before the node sees them (seen on 2.40.7).
	'The options are',
	', but have to be an object',
	'Remove the expression from Options, and add the options one by one.',
	// More than some 530 MB of JSON, or an object that gives what is far too deep only when it is written.
	'it is nested too deeply or too large',
	// The list of flows and the connection test say them.
	'The credential holds no flow yet',
	'Begin with the credential',
	'Not in this credential:',
	'Start Events holds',
	'for another address, which this credential does not use.',
	'Start Events shows the token to everybody who may edit the credential: remove it there.',
	// An expression.
	'{{ $execution.resumeUrl }}',
	// For the type check.
	'it is not valid JSON',
];

let refusals: Refusal[];

beforeAll(async () => {
	nock.disableNetConnect();
	refusals = [];
	for (const example of Object.values(REFUSED).flat()) refusals.push(await example());
});

afterAll(() => {
	nock.enableNetConnect();
	// The next test in this process has sockets of its own.
	nock.restore();
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
	const shown = JSON.stringify(refusals.map(Object.values)) + JSON.stringify(NOT_SHOWN);
	const sentences = readdirSync(NODE, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts'))
		.map((path) => readFileSync(join(NODE, path), 'utf8'))
		.filter((source) => source.includes('NotSentError('))
		.flatMap(sentencesOf);
	expect(sentences.length).toBeGreaterThan(100);
	expect(sentences.filter((text) => !shown.includes(JSON.stringify(text).slice(1, -1)))).toEqual(
		[],
	);
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
