import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { isRounded, parseJson } from '../../../nodes/TriggerFlow/context/jsonText';
import { anyText } from '../anyText.mts';
import { anyJson } from './anyJson.mts';

const MEGABYTE = 2 ** 20;

afterEach(() => jest.restoreAllMocks());

test('every JSON text gives the value that it was written from, however it is indented', () => {
	fc.assert(
		fc.property(anyJson, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
			const parsed = parseJson(JSON.stringify(value, null, indent));
			expect(isDeepStrictEqual(parsed, { value })).toBe(true);
		}),
	);
});

test('of two values with one name the last one counts', () => {
	expect(parseJson('{"a":1,"a":2}')).toEqual({ value: { a: 2 } });
});

test.each([
	['{"a":', 'Unexpected end of JSON input'],
	['{\n  "a": 1,\n  b: 2\n}', 'Expected double-quoted property name at line 3, column 3'],
	['{"a":1 "b":2}', "Expected ',' or '}' after property value at line 1, column 8"],
	['{"a":1}}', 'Unexpected non-whitespace character after JSON at line 1, column 8'],
	['[1,]', `Unexpected token ']', near "[1,]"`],
	['{\n  "a": tru,\n  "bcdefghijklmn": 2\n}', `Unexpected token ',', near " "a": tru, "bcdef"`],
	['["a" at position 7', "Expected ',' or ']' after array element at line 1, column 6"],
	['[object Object]', '"[object Object]" is not valid JSON'],
	[
		`{"a":"${'x'.repeat(5 * MEGABYTE)}",}`,
		'Expected double-quoted property name at line 1, column 5242889',
	],
])('%.40j: %s', (text, problem) => {
	expect(parseJson(text)).toEqual({ problem });
});

test('the line and column that newer versions of Node.js add are not repeated', () => {
	const message = "Expected property name or '}' in JSON at position 2 (line 2 column 1)";
	jest.spyOn(JSON, 'parse').mockImplementation(() => {
		throw new SyntaxError(message);
	});
	expect(parseJson('{\nb')).toEqual({
		problem: "Expected property name or '}' at line 2, column 1",
	});
});

test('a text is either JSON or has a mistake, told on one line', () => {
	const character = fc.constantFrom(...'{}[]:,"\\/ \n\tae01.-+trufalsnx\u00a0');
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: character }), anyText()), (text) => {
			const parsed = parseJson(text);
			if ('value' in parsed) expect(parsed.value).toEqual(JSON.parse(text));
			else expect(parsed.problem).toMatch(/^\S.*$/);
		}),
		{ numRuns: 1_000 },
	);
});

describe('numbers', () => {
	test.each([
		'9007199254740993',
		'9007199254740993.0',
		'9007199254740993e0',
		'-9007199254740993',
		'9.007199254740993e15',
		'90071992547409925e-1',
		'12345678901234567890',
		'1.00000000000000001e300',
		'1e-400',
		'-0.5e-400',
		'1e400',
		`1${'0'.repeat(400)}`,
		`0.${'0'.repeat(400)}1`,
	])('%.30s is rounded', (number) => {
		expect(isRounded(number)).toBe(true);
		expect(isRounded(` ${number}\n`)).toBe(true);
		const shown = number.length > 40 ? `${number.slice(0, 39)}…` : number;
		expect(parseJson(`{"a": [0.1, ${number}]}`)).toEqual({
			problem: `the number ${shown} would be rounded (in double quotes it stays exact)`,
		});
		expect(parseJson(`["\\" ${number}", 5]`)).toEqual({ value: [`" ${number}`, 5] });
	});

	test.each([
		'0',
		'-0.0e-5',
		'0e400',
		'1e3',
		'0.1',
		'3.14159265358979323846',
		'9007199254740991',
		'-9007199254740991',
		'1e300',
		'0.0015E+303',
		'123456789012345680000.0',
		'2.2250738585072014e-308',
		`1.${'0'.repeat(400)}e300`,
	])('%.30s is not', (number) => {
		expect(isRounded(number)).toBe(false);
		expect(parseJson(number)).toEqual({ value: JSON.parse(number) as unknown });
	});

	test.each(['', ' ', 'abc', 'e5', 'Infinity', '0x10'])('%j is none', (text) => {
		expect(isRounded(text)).toBe(false);
	});

	test('a large number is rounded where JSON would give another one back', () => {
		/** Without exponent: what is equal has the same digits. */
		const exactly = (number: string) => {
			const [mantissa = '', power = '0'] = number.split('e');
			return BigInt(mantissa) * 10n ** BigInt(power);
		};
		const large = fc.tuple(fc.bigInt({ min: 2n ** 53n, max: 10n ** 25n }), fc.nat(100));
		fc.assert(
			fc.property(large, ([mantissa, power]) => {
				const written = `${mantissa}e${power}`;
				const [, digits = '', fraction = '', exponent = '0'] =
					/^(\d+)(?:\.(\d+))?(?:e\+(\d+))?$/.exec(String(Number(written))) ?? [];
				const back = `${digits}${fraction}e${Number(exponent) - fraction.length}`;
				expect(isRounded(written)).toBe(exactly(back) !== exactly(written));
			}),
		);
	});

	test.each([
		['letters', 'a'],
		['digits', '1'],
		['escapes', '\\"'],
		['backslashes and quotes', '\\\\1\\"'],
	])('strings of 5 MB full of %s are no obstacle', (_what, unit) => {
		const text = `"${unit.repeat((5 * MEGABYTE) / unit.length)}"`;
		expect('value' in parseJson(text)).toBe(true);
		expect(parseJson(`[${text},9007199254740993]`)).toEqual({
			problem: 'the number 9007199254740993 would be rounded (in double quotes it stays exact)',
		});
	});
});
