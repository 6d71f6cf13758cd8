import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { parseContextJson } from '../../../nodes/StartFlow/context/jsonParameter';
import { parseJson } from '../../../nodes/StartFlow/shared/json';
import { anyJson } from '../arbitraries.mts';
import { refusalOf } from '../refusal.mts';

test('reads every JSON text back into its value', () => {
	fc.assert(
		fc.property(anyJson, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
			const parsed = parseJson(JSON.stringify(value, null, indent));
			expect(isDeepStrictEqual(parsed, { value })).toBe(true);
		}),
	);
});

test.each(['9007199254740993', '9.007199254740993e15', '1e-400', `0.${'0'.repeat(400)}1`])(
	'refuses %.30s, which JavaScript rounds, but not within a string',
	(number) => {
		const shown = number.length > 30 ? `${number.slice(0, 29)}…` : number;
		expect(parseJson(`{"a": [0.1, ${number}]}`)).toEqual({
			problem: `the number ${shown} would be rounded without double quotes`,
		});
		expect(parseJson(`["\\" ${number}", 5]`)).toEqual({ value: [`" ${number}`, 5] });
	},
);

test.each(['0', '-0.0e-5', '0e400', '1e3', '0.1', '9007199254740991', '2.2250738585072014e-308'])(
	'accepts the number %s',
	(number) => {
		expect(parseJson(number)).toEqual({ value: JSON.parse(number) as unknown });
	},
);

test.each(['', '\n\u00a0'])('refuses the empty text %j', (text) => {
	const { message, description } = refusalOf(() => parseContextJson(text));
	expect(message).toBe('The context cannot be used as JSON: it is empty');
	expect(description).toContain('For an empty context, write {}.');
});

test.each([{ slug: 's', context: { a: 1 } }, '{"context":{},"slug":"s"}'])(
	'refuses the whole body of a request: %j',
	(body) => {
		expect(refusalOf(() => parseContextJson(body)).message).toMatch(/whole body of a request/);
	},
);

test('reads JSON text, also of an object that has slug or context among other keys', () => {
	for (const context of [{ slug: 's' }, { context: {} }, { slug: 's', context: {}, a: 1 }]) {
		expect(parseContextJson(` ${JSON.stringify(context)}\n`)).toEqual(context);
	}
});

test.each([
	['{ “name”: “Ada” }', 'the character “ (U+201C)'],
	['{"name":\u00a0"A\\"é\u00a0"}', 'the character \u00a0 (U+00A0)'],
	['\ufeff{"name": "Ada"}', 'the character \ufeff (U+FEFF)'],
	['{"name": \u{1F600}}', 'the character \u{1F600} (U+1F600)'],
])('names the character that is not allowed in %j', (text, character) => {
	expect(parseJson(text)).toEqual({ problem: `${character} is outside double quotes` });
});

test('names no character within a string', () => {
	expect(parseJson('{"é": "\u201c\\"\u00a0",}')).toEqual({
		problem: expect.not.stringContaining('is outside') as string,
	});
});

test.each([
	['{"a": 1,}', /double quotes: \{ "email".* For an empty context, write \{\}/],
	['{"a": "b"c"}', /use a single .* \{\{ \{ email: .* \} \}\}/],
])('says what is wrong with %s, and what to do', (text, advice) => {
	const { message, description } = refusalOf(() => parseContextJson(text));
	expect(message).toMatch(/^The context cannot be used as JSON: ./);
	expect(description).toMatch(advice);
});
