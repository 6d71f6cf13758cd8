import fc from 'fast-check';

import { formatPointer, parseFieldName, parsePointer } from '../../../nodes/StartFlow/context/path';
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
	// The editor writes no such names.
	['item.json.plan', ['item', 'json', 'plan']],
	["x$json['a']", ['x$json', 'a']],
	['a[x]. b', ['a[x]', 'b']],
	['a[0]b', ['a[0]b']],
	["a['b", ["a['b"]],
	['a[1234567].b', ['a[1234567]', 'b']],
])('reads %j as %j', (name, path) => {
	expect(parseFieldName(name)).toEqual(path);
});

test.each(['', '\n', '.', 'a.', ' .a', 'a..b', 'a. .b', '.[0]', 'a[0].', "a['']"])(
	'finds an empty part in %j',
	(name) => {
		expect(parseFieldName(name)).toBeUndefined();
	},
);

test('reads keys of any characters from the names that the editor makes', () => {
	const keys = fc.array(anyText({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });
	fc.assert(
		fc.property(keys, (path) => {
			const quoted = path.map((key) => `['${key.replace(/['\\]/g, '\\$&')}']`);
			expect(parseFieldName(`$json${quoted.join('')}`)).toEqual(path);
		}),
	);
});

test('reads the JSON pointer of any path back into the path', () => {
	const key = fc.oneof(anyText({ maxLength: 5 }), fc.constantFrom('', '/', '~', '~0', '~1', '.'));
	fc.assert(
		fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), (path) => {
			expect(parsePointer(formatPointer(path))).toEqual(path);
		}),
	);
});
