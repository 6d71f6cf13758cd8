import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { createStart, startRequest } from '../../../nodes/TriggerFlow/rules/request/startRequest';
import { anyText } from '../anyText.mts';
import { anyJsonObject } from '../context/anyJson.mts';
import { refusalOf } from '../errors/refusal.mts';

const URL = 'https://Flows.example.com:8443//v1/../start/?tenant=7&x=%2f';

const bodyOf = (slug: string, context: unknown) =>
	startRequest(createStart(slug, context), URL).body;

test('the request is the documented one, all but its Authorization header', () => {
	expect(startRequest(createStart('sign-up-4d7x2p', { a: 1 }), URL)).toEqual({
		method: 'PUT',
		url: URL,
		headers: { 'Content-Type': 'application/json' },
		body: '{"slug":"sign-up-4d7x2p","context":{"a":1}}',
	});
});

test('an empty context is sent as {}', () => {
	expect(bodyOf('echo-1', {})).toBe('{"slug":"echo-1","context":{}}');
});

test.each([
	['a "quoted" \\ slug', '{"slug":"a \\"quoted\\" \\\\ slug","context":{}}'],
	[
		'x","context":{"y":1},"z":"',
		'{"slug":"x\\",\\"context\\":{\\"y\\":1},\\"z\\":\\"","context":{}}',
	],
	['größe-😀', '{"slug":"größe-😀","context":{}}'],
	['a\nb', '{"slug":"a\\nb","context":{}}'],
])('the slug %j stays one text', (slug, body) => {
	expect(bodyOf(slug, {})).toBe(body);
});

test('the body has exactly slug and context, in that order, with the values that were given', () => {
	const slugs = anyText({ minLength: 1 }).filter((slug) => slug.trim() !== '');
	fc.assert(
		fc.property(slugs, anyJsonObject, (slug, context) => {
			const body: unknown = JSON.parse(bodyOf(slug, context));
			expect(Object.keys(body as object)).toEqual(['slug', 'context']);
			expect(isDeepStrictEqual(body, { slug, context })).toBe(true);
		}),
		{ numRuns: 300 },
	);
});

test('what is sent is what was checked, also when the context changes afterwards', () => {
	const context: Record<string, unknown> = { a: 1 };
	const start = createStart('echo-1', context);
	context.a = NaN;
	expect(startRequest(start, URL).body).toBe('{"slug":"echo-1","context":{"a":1}}');
});

test.each([
	['a list', [1]],
	['the number NaN', NaN],
	['empty (null)', null],
	['empty (undefined)', undefined],
	['a text', '{}'],
])('a context that is %s is refused', (words, context) => {
	expect(refusalOf(() => createStart('echo-1', context)).message).toBe(
		`The context is ${words}, but a flow expects a JSON object`,
	);
});
