import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { contextFromJson } from '../../../nodes/TriggerFlow/rules/context/fromJson';
import { refusalOf } from '../errors/refusal.mts';
import { anyJson } from './anyJson.mts';

test.each([undefined, null, 5, NaN, true, [1], { a: 1 }, new Date(0)])(
	'%p is not a text, so it is handed on as it is',
	(value) => {
		expect(contextFromJson(value)).toBe(value);
	},
);

test('a text is read as the JSON that it holds, whatever that is', () => {
	fc.assert(
		fc.property(anyJson, fc.constantFrom('', ' ', '\n\t'), (value, space) => {
			const context = contextFromJson(space + JSON.stringify(value) + space);
			expect(isDeepStrictEqual(context, value)).toBe(true);
		}),
	);
});

test.each(['', ' ', '\n\t\r\n', '\u00a0'])('the blank text %j is refused as empty', (text) => {
	const { message, description } = refusalOf(() => contextFromJson(text));
	expect(message).toBe('The context is empty, but a flow expects a JSON object');
	expect(description).toMatch(/set Context to None/);
});

test.each([
	['{"a": 1,}', 'line 1, column 9'],
	['{\n  "a": 1,\n  b: 2\n}', 'line 3, column 3'],
	["{'a': 1}", 'line 1, column 2'],
	['hello', 'line 1, column 1'],
	['{"a": 1', 'line 1, column 8'],
])('%j is refused with the place of its mistake: %s', (text, place) => {
	const { message, description } = refusalOf(() => contextFromJson(text));
	expect(message).toMatch(/^The context is not valid JSON: \S/);
	expect(message).toContain(` at ${place}, near `);
	expect(message).not.toContain('\n');
	expect(description).toMatch(/double quotes: \{ "email"/);
});
