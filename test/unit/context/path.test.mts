import fc from 'fast-check';

import { fieldPath, shownName } from '../../../nodes/TriggerFlow/context/path';
import { anyText } from '../anyText.mts';

test.each([
	// Dots nest.
	[' plan\n', ['plan']],
	['First Name', ['First Name']],
	['session . plan', ['session', 'plan']],
	['a.b.c.d', ['a', 'b', 'c', 'd']],
	['items.0', ['items', '0']],
	['__proto__.x', ['__proto__', 'x']],
	// An index makes a list.
	['items[0]', ['items', 0]],
	['items[10][2].a.b[3]', ['items', 10, 2, 'a', 'b', 3]],
	[' order . items[0]. name ', ['order', 'items', 0, 'name']],
	// Names as the editor writes them.
	["['First Name']", ['First Name']],
	[" $json['First Name'].plan ", ['First Name', 'plan']],
	["item.json['First Name'][0]", ['First Name', 0]],
	["session['First Name'].x", ['session', 'First Name', 'x']],
	["$json['a.b'][' c ']", ['a.b', ' c ']],
	["$json['it\\'s a back\\\\slash']", ["it's a back\\slash"]],
	["$json['0']['[0]']", ['0', '[0]']],
	// Not what the editor writes.
	['$json', ['$json']],
	['item.json.plan', ['item', 'json', 'plan']],
	["x$json['a']", ['x$json', 'a']],
	['$json[0]', ['[0]']],
	['a[x]. b', ['a[x]', 'b']],
	['a[0]b', ['a[0]b']],
	['a[-1]', ['a[-1]']],
	["a['b", ["a['b"]],
	['a[1234567].b', ['a[1234567]', 'b']],
	['price [€]', ['price [€]']],
])('%j leads to %j', (name, path) => {
	expect(fieldPath(name)).toEqual(path);
});

test.each(['', '\n', '.', 'a.', ' .a', 'a..b', 'a. .b', '.[0]', 'a[0].', 'a[0]. ', "a['']"])(
	'%j has an empty part',
	(name) => {
		expect(fieldPath(name)).toBeUndefined();
	},
);

test('keys of any characters are found again in the names that the editor makes', () => {
	const keys = fc.array(anyText({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });
	fc.assert(
		fc.property(keys, (path) => {
			const quoted = path.map((key) => `['${key.replace(/['\\]/g, '\\$&')}']`);
			expect(fieldPath(`$json${quoted.join('')}`)).toEqual(path);
		}),
	);
});

test('a place begins with a key and has no empty one, whatever the name', () => {
	const name = fc.string({ unit: fc.constantFrom(...`ab.[]'"\\0 `), maxLength: 12 });
	fc.assert(
		fc.property(fc.oneof(name, anyText()), (text) => {
			const path = fieldPath(text) ?? ['a'];
			expect(path).not.toContain('');
			expect(typeof path[0]).toBe('string');
		}),
		{ numRuns: 1_000 },
	);
});

test('a message shows up to 200 characters of a name', () => {
	const long = ` ${'a'.repeat(199)}`;
	expect(shownName(long)).toBe(long);
	expect(shownName('a'.repeat(201))).toBe(`${'a'.repeat(199)}…`);
});
