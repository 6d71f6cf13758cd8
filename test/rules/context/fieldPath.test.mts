import fc from 'fast-check';

import { fieldPath, shownName } from '../../../nodes/TriggerFlow/rules/context/fieldPath';
import { anyText } from '../anyText.mts';

test.each([
	['plan', ['plan']],
	[' plan\n', ['plan']],
	['First Name', ['First Name']],
	['session.plan', ['session', 'plan']],
	['a.b.c.d', ['a', 'b', 'c', 'd']],
	['__proto__.x', ['__proto__', 'x']],
	['$json', ['$json']],
	['straße.größe', ['straße', 'größe']],
	['0', ['0']],
	['items.0', ['items', '0']],
	['session . plan', ['session', 'plan']],
	[' a .\tb\n. c d ', ['a', 'b', 'c d']],
])('%j nests at its dots', (name, path) => {
	expect(fieldPath(name)).toEqual(path);
});

test.each([
	['items[0]', ['items', 0]],
	['items[0].name', ['items', 0, 'name']],
	['items[10][2].a.b[3]', ['items', 10, 2, 'a', 'b', 3]],
	['items[999999]', ['items', 999999]],
	['items[0]. name ', ['items', 0, 'name']],
	[' order . items[0]', ['order', 'items', 0]],
])('%j counts into a list', (name, path) => {
	expect(fieldPath(name)).toEqual(path);
});

test.each([
	["['First Name']", ['First Name']],
	["$json['First Name']", ['First Name']],
	["item.json['First Name']", ['First Name']],
	["  $json['First Name'] ", ['First Name']],
	["$json['First Name'].plan", ['First Name', 'plan']],
	["$json['a.b']['c']", ['a.b', 'c']],
	['$json["First Name"][0]', ['First Name', 0]],
	["session['First Name'].x", ['session', 'First Name', 'x']],
	["$json['it\\'s']", ["it's"]],
	['$json["say \\"x\\""]', ['say "x"']],
	["$json['back\\\\slash']", ['back\\slash']],
	["$json['0']", ['0']],
	["$json['$json']", ['$json']],
	['$json["it\'s"]', ["it's"]],
	["$json['[0]']", ['[0]']],
	["$json[' a ']['b\t']", [' a ', 'b\t']],
])('%j is read as the editor writes it', (name, path) => {
	expect(fieldPath(name)).toEqual(path);
});

test.each([
	['x$json', ['x$json']],
	['$jsonx', ['$jsonx']],
	['item.json', ['item', 'json']],
	['item.json.plan', ['item', 'json', 'plan']],
	["x$json['a']", ['x$json', 'a']],
	["itemxjson['a']", ['itemxjson', 'a']],
])('%s has no prefix of the editor to lose', (name, path) => {
	expect(fieldPath(name)).toEqual(path);
});

test.each([
	['[0]', ['[0]']],
	['$json[0]', ['[0]']],
	['a[0]b', ['a[0]b']],
	['a[-1]', ['a[-1]']],
	['a[x].b', ['a[x]', 'b']],
	[' a[x] .\tb ', ['a[x]', 'b']],
	['a[', ['a[']],
	['a]', ['a]']],
	['a[]', ['a[]']],
	["a['b", ["a['b"]],
	["a['b']c", ["a['b']c"]],
	['a[1234567].b', ['a[1234567]', 'b']],
	['price [€]', ['price [€]']],
])('%s is none of these, so it is split at its dots, brackets and all', (name, path) => {
	expect(fieldPath(name)).toEqual(path);
});

test.each([
	'',
	' ',
	'\n',
	'.',
	'..',
	'a.',
	'.a',
	' .a',
	'.a.b',
	'.[0]',
	'a..b',
	'a. .b',
	'a[0]. ',
	' .[0]',
	'a.b.',
	'a[0].',
	'a[0]..b',
])('%j is no place', (name) => {
	expect(fieldPath(name)).toBeUndefined();
});

const plainKey = fc
	.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
	.filter((key) => !/[.[\]]/.test(key) && key.trim() === key);

test('keys joined by dots are found again', () => {
	fc.assert(
		fc.property(fc.array(plainKey, { minLength: 1, maxLength: 5 }), (keys) => {
			expect(fieldPath(keys.join('.'))).toEqual(keys);
		}),
	);
});

test('keys of any signs, quoted as the editor quotes them, are found again', () => {
	const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
	const quote = fc.constantFrom("'", '"');
	fc.assert(
		fc.property(fc.array(key, { minLength: 1, maxLength: 4 }), quote, (keys, mark) => {
			const escaped = keys.map((inner) =>
				inner.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`),
			);
			const name = `$json${escaped.map((inner) => `[${mark}${inner}${mark}]`).join('')}`;
			expect(fieldPath(name)).toEqual(keys);
		}),
	);
});

test('a place never has an empty key, whatever the name', () => {
	const names = fc.oneof(
		fc.string({ unit: fc.constantFrom(...`ab.[]'"\\0 `), maxLength: 12 }),
		anyText(),
	);
	fc.assert(
		fc.property(names, (name) => {
			const path = fieldPath(name);
			if (path === undefined) return;
			expect(path.length).toBeGreaterThan(0);
			expect(path).not.toContain('');
			expect(typeof path[0]).toBe('string');
		}),
		{ numRuns: 2_000 },
	);
});

test('a name of 200 signs is shown as it is, a longer one is cut', () => {
	const long = ` ${'a'.repeat(199)}`;
	expect(shownName(long)).toBe(long);
	expect(shownName(`${'a'.repeat(201)}`)).toBe(`${'a'.repeat(199)}…`);
});
