import fc from 'fast-check';

import { dottedPath, fieldPath, withValueAt } from '../../../nodes/TriggerFlow/context/path';
import { anyText } from '../arbitraries.mts';

test.each([
	// Dots nest.
	[' plan\n', ['plan']],
	['First Name', ['First Name']],
	['session . plan', ['session', 'plan']],
	['items.0', ['items', '0']],
	// An index makes a list.
	['items[10][2].a.b[3]', ['items', 10, 2, 'a', 'b', 3]],
	[' order . items[0]. name ', ['order', 'items', 0, 'name']],
	// Names as the editor writes them.
	[" $json['First Name'].plan ", ['First Name', 'plan']],
	["item.json['First Name'][0]", ['First Name', 0]],
	["session['First Name'].x", ['session', 'First Name', 'x']],
	// Not what the editor writes.
	['item.json.plan', ['item', 'json', 'plan']],
	["x$json['a']", ['x$json', 'a']],
	['a[x]. b', ['a[x]', 'b']],
	['a[0]b', ['a[0]b']],
	["a['b", ["a['b"]],
	['a[1234567].b', ['a[1234567]', 'b']],
])('reads %j as %j', (name, path) => {
	expect(fieldPath(name)).toEqual(path);
});

test.each(['', '\n', '.', 'a.', ' .a', 'a..b', 'a. .b', '.[0]', 'a[0].', "a['']"])(
	'finds an empty part in %j',
	(name) => {
		expect(fieldPath(name)).toBeUndefined();
	},
);

test('finds keys of any characters in the names that the editor makes', () => {
	const keys = fc.array(anyText({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });
	fc.assert(
		fc.property(keys, (path) => {
			const quoted = path.map((key) => `['${key.replace(/['\\]/g, '\\$&')}']`);
			expect(fieldPath(`$json${quoted.join('')}`)).toEqual(path);
		}),
	);
});

test('begins every path with a key, and leaves no key empty', () => {
	const name = fc.string({ unit: fc.constantFrom(...`ab.[]'"\\0 `), maxLength: 12 });
	fc.assert(
		fc.property(fc.oneof(name, anyText()), (text) => {
			const path = fieldPath(text) ?? ['a'];
			expect(path).not.toContain('');
			expect(typeof path[0]).toBe('string');
		}),
		{ numRuns: 500 },
	);
});

test.each([
	[' meta . start key ', ['meta', 'start key']],
	['items[0]', ['items[0]']],
	['', undefined],
	['a.', undefined],
	['a. .b', undefined],
])('splits the option %j into %j', (path, keys) => {
	expect(dottedPath(path)).toEqual(keys);
});

const context = { plan: 'pro', session: { seats: 2 }, list: [1], none: undefined, empty: null };

test.each([
	[['key'], { ...context, key: 'x' }],
	[['none'], { ...context, none: 'x' }],
	[['session', 'key'], { ...context, session: { seats: 2, key: 'x' } }],
	[['meta', 'start', 'key'], { ...context, meta: { start: { key: 'x' } } }],
])('puts a value at %j of a copy', (path, expected) => {
	const before = structuredClone(context);
	expect(withValueAt(context, path, 'x')).toEqual({ context: expected });
	expect(context).toEqual(before);
});

test.each([
	[['empty'], { ...context, empty: 'x' }],
	[['session'], { ...context, session: 'x' }],
	[['session', 'seats'], { ...context, session: { seats: 'x' } }],
])('replaces the value at %j only on request', (path, expected) => {
	expect(withValueAt(context, path, 'x')).toBeUndefined();
	expect(withValueAt(context, path, 'x', { replaces: true })).toEqual({ context: expected });
});

test.each([[['plan', 'key']], [['list', 'key']], [['empty', 'key']]])(
	'finds no room at %j, which leads through what is not an object',
	(path) => {
		expect(withValueAt(context, path, 'x', { replaces: true })).toBeUndefined();
	},
);

test.each([[[1]], ['text'], [null], [undefined]])('leaves %j, which is no context', (given) => {
	expect(withValueAt(given, ['key'], 'x')).toEqual({ context: given });
});
