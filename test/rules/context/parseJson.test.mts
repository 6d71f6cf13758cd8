import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { parseJson } from '../../../nodes/TriggerFlow/rules/context/parseJson';
import { anyText } from '../anyText.mts';
import { anyJson } from './anyJson.mts';

function problemIn(text: string): string {
	const result = parseJson(text);
	if ('value' in result) throw new Error(`${text} was parsed`);
	return result.problem;
}

describe('parseJson', () => {
	test.each([
		['{"a":1}', { a: 1 }],
		[' [1, "x", null, true, -0.5e3] \n', [1, 'x', null, true, -500]],
		['"text"', 'text'],
		['5', 5],
		['false', false],
		['null', null],
		['{"a":{"b":1},"b":{"a":2,"{\\"a\\":1":3}}', { a: { b: 1 }, b: { a: 2, '{"a":1': 3 } }],
		['"\\ud83d\\ude00"', '😀'],
	])('%s is read', (text, value) => {
		expect(parseJson(text)).toEqual({ value });
	});

	test.each([
		['{"a":1,"a":2}', 'a'],
		['[{"x":{}, "a" :1, "\\u0061":2}]', 'a'],
		[`{"${'b'.repeat(200)}":1,"${'b'.repeat(200)}":1}`, `${'b'.repeat(99)}…`],
	])('%.40s would lose a value', (text, name) => {
		expect(problemIn(text)).toBe(`"${name}" more than once in an object`);
	});

	test.each([
		['12345678901234567890', 1, 1, '"12345678901234567890"'],
		['[12345678901234567890]', 1, 2, '"12345678901234567890"'],
		['-9007199254740993', 1, 1, '"-9007199254740993"'],
		['9007199254740992', 1, 1, '"9007199254740992"'],
		['-10000000000000000000', 1, 1, '"-1000000000000000000"'],
		...[
			...['12345678901234567.0', '9007199254740993.5', '9.007199254740993e15', '1e-400'],
			...['1e400', '-1e400', '-0.5e-400', '1.00000000000000001e300', '1e3000'],
			...[`1.${'0'.repeat(395)}e300`, `1${'0'.repeat(500)}.5`],
		].map((text): [string, number, number, string] => [text, 1, 1, `"${text.slice(0, 20)}"`]),
		[
			'{"a": "9007199254740993 \\" 9007199254740993",\n "b": [1, 9007199254740993]}',
			2,
			11,
			'"9007199254740993"',
		],
	])('%s would be rounded', (text, line, column, near) => {
		expect(problemIn(text)).toBe(
			`a number that would not stay exact (in double quotes it is a text) at line ${line}, column ${column}, near ${near}`,
		);
	});

	test.each([
		'9007199254740991',
		'-9007199254740991',
		'"9007199254740993"',
		'0.30000000000000004',
		'0.1234567890123456789',
		'[1.0000000000000001]',
		'90071992547409.123456',
		`1.${'0'.repeat(400)}`,
		'1e300',
		'-1.5e300',
		'1.50e300',
		'0.0015E+303',
		'150e298',
		`1.${'0'.repeat(394)}e300`,
		'0e5',
		'-0.0e-5',
		'-0.00',
		'1.50000000000000000000',
		'120e-1',
		'0.0000001',
		'123456789012345680000.0',
		'2.2250738585072014e-308',
		'{"9007199254740993":1}',
	])('%s stays as it is', (text) => {
		expect(parseJson(text)).toEqual({ value: JSON.parse(text) as unknown });
	});

	test('a key named __proto__ is a key like any other', () => {
		const result = parseJson('{"__proto__":{"a":1}}');
		expect('value' in result && Object.entries(result.value as object)).toEqual([
			['__proto__', { a: 1 }],
		]);
	});

	test.each([
		['', 1, 1, /a value is missing/, 'the end of the text'],
		['{', 1, 2, /a closing } is missing/, 'the end of the text'],
		['[1,2', 1, 5, /a closing ] is missing/, 'the end of the text'],
		['{"a":', 1, 6, /a value is missing/, 'the end of the text'],
		['{"a"', 1, 5, /a colon is missing/, 'the end of the text'],
		['{"a" 1}', 1, 6, /a colon is missing/, '"1"'],
		['{"a":1 "b":2}', 1, 8, /a comma is missing/, '""b""'],
		['[1 2]', 1, 4, /a comma is missing/, '"2"'],
		['{"a":1,}', 1, 8, /a field name in double quotes is missing/, '"}"'],
		['[1,]', 1, 4, /a value is missing/, '"]"'],
		['[,1]', 1, 2, /a value is missing/, '","'],
		['{a:1}', 1, 2, /a word or sign .* needs double quotes/, '"a"'],
		["{'a':1}", 1, 2, /a word or sign .* needs double quotes/, `"'a'"`],
		['{"a":undefined}', 1, 6, /a word or sign/, '"undefined"'],
		['{"a":NaN}', 1, 6, /a word or sign/, '"NaN"'],
		['{"a":+1}', 1, 6, /a word or sign/, '"+1"'],
		['{“a”:1}', 1, 2, /a word or sign/, '"“a”"'],
		['{"a":1.}', 1, 6, /an unfinished number/, '"1."'],
		['{"a":1e}', 1, 6, /an unfinished number/, '"1e"'],
		['{"a":"x', 1, 6, /a closing quote is missing/, '""x"'],
		['{"a":"\\x"}', 1, 6, /an invalid escape after a backslash/, '""\\x""'],
		['{"a":"\\u12"}', 1, 6, /an invalid unicode escape/, '""\\u12""'],
		['{"a":"\u0001"}', 1, 6, /a character that has to be escaped/, '""\u0001""'],
		['{"a":1}}', 1, 8, /something follows after the end/, '"}"'],
		['1 2', 1, 3, /something follows after the end/, '"2"'],
		['// note\n{}', 1, 1, /a comment, which JSON does not allow/, '"// note"'],
		['/* note', 1, 1, /a comment, which JSON does not allow/, '"/* note"'],
		['{\n\t"a": 1,\n\t"b": tru\n}', 3, 7, /a word or sign/, '"tru"'],
		['{\r\n"a": tru}', 2, 6, /a word or sign/, '"tru"'],
		['{"a":1\n\n\n', 4, 1, /a closing } is missing/, 'the end of the text'],
		['{"😀":tru}', 1, 7, /a word or sign/, '"tru"'],
		['{"a":\u00a0tru}', 1, 6, /a word or sign/, '"tru"'],
		['{"a":1\u00a0}', 1, 7, /a word or sign/, 'a character that cannot be seen (U+00A0)'],
		['{"a":\u200b}', 1, 6, /a word or sign/, 'a character that cannot be seen (U+200B)'],
		['{"a":\u0001}', 1, 6, /a word or sign/, 'a character that cannot be seen (U+0001)'],
		['wrong1 wrong2', 1, 1, /a word or sign/, '"wrong1"'],
		[`[${'x'.repeat(20)}]`, 1, 2, /a word or sign/, `"${'x'.repeat(20)}"`],
		[`[${'x'.repeat(21)}]`, 1, 2, /a word or sign/, `"${'x'.repeat(20)}"`],
	])('the first mistake in %j is at line %i, column %i', (text, line, column, what, near) => {
		const problem = problemIn(text);
		expect(problem).toMatch(what);
		expect(problem).toContain(` at line ${line}, column ${column}, near `);
		expect(problem.endsWith(`near ${near}`)).toBe(true);
	});

	test.each([
		['a no-break space', '{\u00a0"a":1}', 2],
		['a byte order mark', '\ufeff{"a":1}', 1],
		['a line separator', '{"a":\u20281}', 6],
		['a form feed', '{\f"a":1}', 2],
	])('%s, which nobody sees, is not told as the end of the text', (_what, text, column) => {
		const problem = problemIn(text);
		expect(problem).toContain(`line 1, column ${column}`);
		expect(problem).not.toContain('the end of the text');
	});

	test('what is nested deeper than the search goes is no JSON', () => {
		expect(problemIn('['.repeat(50_000))).toBe('it is not valid JSON');
	});

	test.each([
		[
			'in the first 200,000 characters',
			199_990,
			'a word or sign that JSON does not know (text needs double quotes) at line 1, column 199994, near "tru"',
		],
		['at their end', 199_996, 'something unexpected after the first 200,000 characters'],
		['behind them', 300_000, 'something unexpected after the first 200,000 characters'],
	])('the place of a mistake is told %s or not at all', (_where, signs, problem) => {
		expect(problemIn(`["${'a'.repeat(signs - 1)}",tru,"b"${' '.repeat(200_000)}]`)).toBe(problem);
	});

	test('the mistake of a text that is no longer has its place', () => {
		expect(problemIn(`["${'a'.repeat(199_993)}",tru`)).toMatch(/^a word or sign .* near "tru"$/);
	});

	test('every JSON text gives the value that it was written from, however it is indented', () => {
		fc.assert(
			fc.property(anyJson, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
				const result = parseJson(JSON.stringify(value, null, indent));
				expect(isDeepStrictEqual(result, { value })).toBe(true);
			}),
		);
	});

	test('a text is either JSON or has a mistake at a place that exists in it', () => {
		const sign = fc.constantFrom(...'{}[]:,"\\/ \n\tae01.-+trufalsnx\u00a0');
		const nearlyJson = fc
			.tuple(anyJson, fc.nat(), fc.nat(2), fc.array(sign, { maxLength: 2 }))
			.map(([value, at, removed, added]) => {
				const signs = [...JSON.stringify(value, null, 1)];
				signs.splice(at % signs.length, removed, ...added);
				return signs.join('');
			});
		const texts = fc.oneof(nearlyJson, fc.string({ unit: sign }), anyText());
		fc.assert(
			fc.property(texts, (text) => {
				const result = parseJson(text);
				if ('value' in result) {
					expect(JSON.stringify(result.value)).toBe(JSON.stringify(JSON.parse(text)));
					return;
				}
				if (/more than once in an object$/.test(result.problem)) return;
				if (!/would not stay exact/.test(result.problem)) {
					expect(() => JSON.parse(text)).toThrow(SyntaxError);
				}
				const place = /^\S.* at line (\d+), column (\d+), near ./s.exec(result.problem);
				const lines = text.split('\n');
				const line = lines[Number(place?.[1]) - 1];
				expect(line).toBeDefined();
				expect(Number(place?.[2])).toBeGreaterThanOrEqual(1);
				expect(Number(place?.[2])).toBeLessThanOrEqual((line ?? '').length + 1);
			}),
			{ numRuns: 2_000 },
		);
	});

	test('a word that JSON does not know is found on its own line and column', () => {
		const numbers = fc.array(fc.integer(), { minLength: 1, maxLength: 20 });
		fc.assert(
			fc.property(numbers, fc.nat(), fc.nat(8), (list, choice, indent) => {
				const index = choice % list.length;
				const lines = JSON.stringify(list, null, indent + 1).split('\n');
				lines[index + 1] = (lines[index + 1] ?? '').replace(/-?\d+/, 'oops');
				expect(problemIn(lines.join('\n'))).toContain(
					`at line ${index + 2}, column ${indent + 2}, near "oops"`,
				);
			}),
		);
	});
});
