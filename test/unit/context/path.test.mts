import fc from 'fast-check';

import {
	addToContext,
	formatPointer,
	parseFieldName,
	parsePointer,
} from '../../../nodes/StartFlow/context/path';
import type { JsonObject } from '../../../nodes/StartFlow/shared/json';
import { anyText } from '../arbitraries.mts';
import { refusalOf } from '../refusal.mts';

test.each([
	// Dots nest.
	[' plan\n', ['plan']],
	['items.0', ['items', '0']],
	// An index makes a list.
	['items[10][2].a.b[3]', ['items', 10, 2, 'a', 'b', 3]],
	[' order . items[0]. name ', ['order', 'items', 0, 'name']],
	// Names as the editor writes them.
	[" ['First Name'][0] ", ['First Name', 0]],
	[String.raw`$json['it\'s a \\'].plan`, ["it's a \\", 'plan']],
	["$item['First Name'].plan", ['First Name', 'plan']],
	["$('Edit Fields').item.plan", ['plan']],
	// The editor writes no such names.
	['item.json.plan', ['item', 'json', 'plan']],
	["x$json['a']", ['x$json', 'a']],
	['a[x]. b', ['a[x]', 'b']],
	['a[1234567].b', ['a[1234567]', 'b']],
])('reads %j as %j', (name, path) => {
	expect(parseFieldName(name)).toEqual(path);
});

test.each(['', '\n', '.', 'a.', ' .a', 'a..b', 'a. .b', '.[0]', 'a[0].', "a['']", "'a b'].pla"])(
	'finds an empty or incomplete part in %j',
	(name) => {
		expect(parseFieldName(name)).toBeUndefined();
	},
);

test('reads the JSON pointer of any path back into the path', () => {
	const key = fc.oneof(anyText({ maxLength: 5 }), fc.constantFrom('', '/', '~', '~0', '~1', '.'));
	fc.assert(
		fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), (path) => {
			expect(parsePointer(formatPointer(path))).toEqual(path);
		}),
	);
});

describe('a value that the node adds', () => {
	const context = { plan: 'pro', session: { seats: 2 }, list: [1], none: undefined, empty: null };

	const withX = (path: string, { canReplace = false } = {}) => {
		const added = { parameter: 'Key Field', path, value: 'x', canReplace };
		return addToContext(context as object as JsonObject, added);
	};

	test.each<[string, object]>([
		['key', { ...context, key: 'x' }],
		['none', { ...context, none: 'x' }],
		[' session . start key ', { ...context, session: { seats: 2, 'start key': 'x' } }],
		['meta.start.key', { ...context, meta: { start: { key: 'x' } } }],
		['["a.b"].key', { ...context, 'a.b': { key: 'x' } }],
		['list[1]', { ...context, list: [1, 'x'] }],
		['toString', { ...context, toString: 'x' }],
		['a.__proto__', { ...context, a: JSON.parse('{"__proto__":"x"}') as object }],
	])('puts a value at "%s" of a copy', (path, expected) => {
		const before = structuredClone(context);
		expect(JSON.stringify(withX(path))).toBe(JSON.stringify(expected));
		expect(context).toEqual(before);
	});

	test.each<[string, object]>([
		['empty', { ...context, empty: 'x' }],
		['session.seats', { ...context, session: { seats: 'x' } }],
	])('replaces the value at "%s" only with canReplace', (path, expected) => {
		const { message, description } = refusalOf(() => withX(path));
		expect(message).toBe(`Key Field conflicts with another value of the context at "${path}"`);
		expect(description).toContain('Key Field');
		expect(withX(path, { canReplace: true })).toEqual(expected);
	});

	test.each(['plan.key', 'list.key', 'empty.key', 'session', 'list'])('refuses "%s"', (path) => {
		expect(refusalOf(() => withX(path, { canReplace: true })).message).toContain(path);
	});

	test.each([' ', 'a. .b', 'https://a.example', '{{ $json.x }}'])('refuses %p', (path) => {
		const { message } = refusalOf(() => withX(path));
		expect(message).toBe('Key Field has to be the name of a context field');
	});
});
