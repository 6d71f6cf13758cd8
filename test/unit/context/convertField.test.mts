import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import { convertField } from '../../../nodes/StartFlow/context/convertField';
import { refusalOf } from '../refusal.mts';

const REFUSED = Symbol('refused');

const list = [1, { a: null }];
const object = { a: [1], b: 'x' };
const iso = '2026-01-31T09:30:00.000Z';
const dateOfAnotherRealm: unknown = runInNewContext(`new Date('${iso}')`);

/** What each value becomes as String, Number, Boolean, Array, list of strings and Object. */
const TABLE: Array<[value: unknown, ...expected: unknown[]]> = [
	['42.5\u00a0', '42.5\u00a0', 42.5, REFUSED, REFUSED, ['42.5'], REFUSED],
	['1,5', '1,5', REFUSED, REFUSED, REFUSED, ['1', '5'], REFUSED],
	[' TRUE\n', ' TRUE\n', REFUSED, true, REFUSED, ['TRUE'], REFUSED],
	['toString', 'toString', REFUSED, REFUSED, REFUSED, ['toString'], REFUSED],
	[' red, , blue,', ' red, , blue,', REFUSED, REFUSED, REFUSED, ['red', 'blue'], REFUSED],
	[' ["a,b"] ', ' ["a,b"] ', REFUSED, REFUSED, ['a,b'], ['a,b'], REFUSED],
	['[1,]', '[1,]', REFUSED, REFUSED, REFUSED, REFUSED, REFUSED],
	[' {"a": [1]}', ' {"a": [1]}', REFUSED, REFUSED, REFUSED, ['{"a": [1]}'], { a: [1] }],
	['', '', REFUSED, REFUSED, REFUSED, [], REFUSED],
	[0, '0', 0, false, REFUSED, REFUSED, REFUSED],
	[7, '7', 7, REFUSED, REFUSED, REFUSED, REFUSED],
	[NaN, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED],
	[true, 'true', REFUSED, true, REFUSED, REFUSED, REFUSED],
	[false, 'false', REFUSED, false, REFUSED, REFUSED, REFUSED],
	['01234', '01234', REFUSED, REFUSED, REFUSED, ['01234'], REFUSED],
	['0x10', '0x10', REFUSED, REFUSED, REFUSED, ['0x10'], REFUSED],
	[list, REFUSED, REFUSED, REFUSED, list, list, REFUSED],
	[object, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, object],
	[new Map([[1, 2]]), REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED],
	[new Date(iso), iso, REFUSED, REFUSED, REFUSED, [iso], REFUSED],
	[dateOfAnotherRealm, iso, REFUSED, REFUSED, REFUSED, [iso], REFUSED],
	[{ toJSON: () => iso }, iso, REFUSED, REFUSED, REFUSED, [iso], REFUSED],
	[() => 1, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED],
];

const EXPECTED = {
	string: 'text',
	number: 'a number',
	boolean: 'true or false',
	array: 'a list',
	strings: 'a list',
	object: 'an object',
};

describe.each(Object.entries(EXPECTED))('as %s', (type, expected) => {
	const column = Object.keys(EXPECTED).indexOf(type) + 1;
	const rows = TABLE.map((row) => [row[0], row[column]] as const);

	test.each(rows.filter(([, expected]) => expected !== REFUSED))('%p is %p', (value, expected) => {
		expect(convertField('f', value, type)).toEqual(expected);
	});

	test.each(rows.filter(([, expected]) => expected === REFUSED))('%p is refused', (value) => {
		const { message, description } = refusalOf(() => convertField('session.it', value, type));
		expect(message).toContain(`"session.it" should be ${expected}, but is `);
		expect(description).toContain(` ${expected} `);
	});

	test.each([undefined, null])('%p is not converted', (nothing) => {
		expect(convertField('f', nothing, type)).toBe(nothing);
	});
});

test('an empty cell that is refused gets the way to leave it out, which the docs name, too', () => {
	const page = readFileSync('docs/map-the-context.md', 'utf8');
	const way = "{{ $json.price === '' ? undefined : $json.price }}";
	expect(page).toContain(way);
	const describe = (value: string) =>
		refusalOf(() => convertField('price', value, 'number')).description;
	expect(describe('')).toContain(way);
	expect(describe('many')).not.toContain(way);
});

test('the docs and the advice name the same words for true and false, and they work', () => {
	const page = readFileSync('docs/map-the-context.md', 'utf8');
	const [words = ''] = /true\/false(?:, \w+\/\w+)+/.exec(page) ?? [];
	const pairs = words.split(', ').map((pair) => pair.split('/'));
	const convert = (word: string) => convertField('f', word, 'boolean');
	expect(pairs.map((pair) => pair.map(convert))).toEqual(Array(4).fill([true, false]));
	const { description } = refusalOf(() => convert('maybe'));
	expect(description.match(/\b(?!(?:Use|or|and|work|as|well)\b)\w+/g)).toEqual(pairs.flat());
});

test.each([undefined, 'null'])('accepts any value for the type %p', (type) => {
	for (const value of ['x', '', 0, false, list, object]) {
		expect(convertField('f', value, type)).toBe(value);
	}
	expect(convertField('f', new Date(iso), type)).toBe(iso);
});

test('refuses an invalid date', () => {
	const { message } = refusalOf(() => convertField('born', new Date(NaN), 'string'));
	expect(message).toBe('The field "born" should be text, but is an invalid date');
});

test.each([
	['12345678901234567890', 'number'],
	['1e-400', 'number'],
	[2 ** 53, 'string'],
	['{"id":12345678901234567890}', 'object'],
	['[9007199254740993]', 'array'],
])('refuses a number that would be rounded: %p as %s', (value, type) => {
	const { message } = refusalOf(() => convertField('id', value, type));
	expect(message).toMatch(/"id" .*would be rounded/);
	expect(convertField('id', String(value), 'string')).toBe(String(value));
});

test('refuses a type that a context cannot hold, and names the possible ones', () => {
	const { message, description } = refusalOf(() => convertField('f', 'x', 'dateTime'));
	expect(message).toContain('has the type "dateTime"');
	expect(description).toBe('Use String, Number, Boolean, Array or Object.');
});
