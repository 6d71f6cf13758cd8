import { contextFromJson } from '../../../nodes/TriggerFlow/context/jsonText';
import { refusalOf } from '../errors/refusal.mts';

test.each([undefined, null, 5, [1], { a: 1 }, new Date(0)])(
	'%p is not text, so it stays',
	(value) => {
		expect(contextFromJson(value)).toBe(value);
	},
);

test.each([
	[' {"a": [1, "x"]}\n', { a: [1, 'x'] }],
	['[1]', [1]],
	['"x"', 'x'],
])('the text %j is read as JSON', (text, value) => {
	expect(contextFromJson(text)).toEqual(value);
});

test.each([
	['', 'The context is empty, but a flow expects a JSON object', /write \{\}/],
	['\n\u00a0', 'The context is empty, but a flow expects a JSON object', /write \{\}/],
	[
		'{"a": 1,}',
		'The context is not valid JSON: Expected double-quoted property name at line 1, column 9',
		/double quotes: \{ "email"/,
	],
])('%j is refused', (text, message, description) => {
	const refusal = refusalOf(() => contextFromJson(text));
	expect(refusal.message).toBe(message);
	expect(refusal.description).toMatch(description);
});
