import {
	isNestedTooDeeply,
	outsideOfStrings,
	tidiedJson,
} from '../../../nodes/TriggerFlow/rules/startEvent/tidyJson';

const readings = (text: string) => [...tidiedJson(text)];

test.each([
	['{“a”:“b”}', '{"a":"b"}'],
	['{„a“:‟b”}', '{"a":"b"}'],
	['{"a":"“so” it is"}', '{"a":"“so” it is"}'],
	['{"a":"it \\" ” is"}', '{"a":"it \\" ” is"}'],
	['{“a”:“say \\”hi\\“”}', '{"a":"say \\"hi\\""}'],
	['{“a”:“x\\”\u00a0y”}', '{"a":"x\\"\u00a0y"}'],
	['{“a":"b”}', '{"a":"b”}'],
	['{\u00a0“a”\u2003:\u3000“b c\u00a0d”\t,\n1}', '{ "a" : "b c\u00a0d"\t,\n1}'],
	['{\u200b“a”\ufeff:\u20601}', '{"a":1}'],
	['{\u0085“a”:1}', '{ "a":1}'],
	['{“a”:“', '{"a":“'],
])('%j may have been %j', (text, json) => {
	expect(readings(text)[0]).toBe(json);
});

describe('backslashes of Windows PowerShell are taken out', () => {
	test.each([
		['{\\"a\\":\\"b\\"}', '{"a":"b"}'],
		['  { \\"a\\":\\"b\\\\c\\"}', '  { "a":"b\\c"}'],
		['{\\“a\\”:1}', '{"a":1}'],
		['{\\"a\\":\\"\\\\\\"b\\"}', '{"a":"\\"b"}'],
	])('%j may have been %j', (text, json) => {
		expect(readings(text)).toContain(json);
	});

	test('and only where the text begins with one', () => {
		expect(readings('{"a":"\\"b\\""}')).toEqual(['{"a":"\\"b\\""}']);
		expect(readings('x{\\"a\\":1}')).toHaveLength(1);
	});
});

test.each([
	['{\n> "a": 1\n> }', '{\n"a": 1\n}'],
	['{\n>"a": 1\n >}', '{\n"a": 1\n}'],
	['{\n\t> "a": 1}', '{\n"a": 1}'],
])('the sign for a further line is taken out: %j may have been %j', (text, json) => {
	expect(readings(text)).toContain(json);
});

test('a text without such signs has one reading', () => {
	expect(readings('{"a": 1 > 2}')).toHaveLength(1);
	expect(readings('{\n"a": "x\n  > 2"}')).toHaveLength(1);
});

test.each([
	['{"a": b, "c": "d"}', '{ : b, : }'],
	['{“a”: b}', '{ : b}'],
	['"a" b', ' b'],
	['a "b', 'a '],
	['a "b\\" c" d', 'a d'],
	['', ''],
])('outside of the strings of %j stands %j', (text, rest) => {
	expect(outsideOfStrings(text).replace(/ +/g, ' ')).toBe(rest);
});

describe('nested too deeply', () => {
	const nested = (depth: number, open = '[', close = ']') =>
		open.repeat(depth) + close.repeat(depth);

	test.each([
		['500 lists', nested(500), false],
		['501 lists', nested(501), true],
		['501 objects', nested(501, '{"a":', '}'), true],
		['500 objects', nested(500, '{"a":', '}'), false],
		['lists beside each other', `[${'[],'.repeat(1_000)}[]]`, false],
		['objects beside each other', `[${'{},'.repeat(1_000)}{}]`, false],
		['brackets in a text', `"${'['.repeat(1_000)}"`, false],
		['brackets behind a text', `"a]]]"${nested(501)}`, true],
		['brackets behind an escaped quote', `"\\"${'['.repeat(1_000)}"`, false],
	])('%s: %p', (_what, text, isTooDeep) => {
		expect(isNestedTooDeeply(text)).toBe(isTooDeep);
	});
});
