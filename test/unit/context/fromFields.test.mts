import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { contextFromFields } from '../../../nodes/TriggerFlow/context/fromFields';
import type { JsonObject } from '../../../nodes/TriggerFlow/shared/json';
import { serializeContext } from '../../../nodes/TriggerFlow/context/serializeContext';
import { anyText } from '../anyText.mts';
import { refusalOf } from '../errors/refusal.mts';
import { exactNumber } from './anyJson.mts';

type Entry = [name: string, value: unknown];

/** Without types, so that the values stay as they are. */
const build = (entries: Entry[]) =>
	contextFromFields(entries.map(([name, value]) => ({ name, value })));

/** Of `name: value;name: value`: the value is JSON, or nothing for `undefined`. */
const read = (text: string) =>
	text.split(';').map((field): Entry => {
		const [name = '', value = ''] = field.split(/:(.*)/s);
		return [name, value.trim() === '' ? undefined : (JSON.parse(value) as unknown)];
	});

test.each([
	['empty text and null', 'a: "";b: null', '{"a":"","b":null}'],
	['no value, with a name or without', 'a:;:;b: 1', '{"b":1}'],
	['dots', 'a.b.c: 1;z: 2;a.b.x: 3', '{"a":{"b":{"c":1,"x":3}},"z":2}'],
	['a list', 'i[0].a: 1;i[1].a: 2;i[0].b: 3', '{"i":[{"a":1,"b":3},{"a":2}]}'],
	['a list of lists', 'm[0][0]: 1;m[0][1]: 2;m[1][0]: 3', '{"m":[[1,2],[3]]}'],
	['a number after a dot', 'items.0: "a"', '{"items":{"0":"a"}}'],
	['a name from the editor', "$json['First Name'].x: 1", '{"First Name":{"x":1}}'],
	['an object and more fields of it', 's: {"a": 1};s.b: 2', '{"s":{"a":1,"b":2}}'],
	['a list and one more element', 's: [1];s[1]: 2', '{"s":[1,2]}'],
	['__proto__', '__proto__.x: 1;__proto__.y: 2', '{"__proto__":{"x":1,"y":2}}'],
	['__proto__ in a value', 'a: {"__proto__":{}};a.c: 2', '{"a":{"__proto__":{},"c":2}}'],
	['an inherited name', 'toString.constructor: 1', '{"toString":{"constructor":1}}'],
])('%s: %s', (_what, fields, text) => {
	expect(serializeContext(build(read(fields)))).toBe(text);
	expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('no field gives an empty context', () => {
	expect(contextFromFields([])).toEqual({});
});

test('the values that fields are put into do not change', () => {
	const session = { seats: [1] };
	const fields: Entry[] = [['a', session], ...read('a.x: 1;a.seats[1]: 2')];
	expect(build(fields)).toEqual({ a: { seats: [1, 2], x: 1 } });
	expect(session).toEqual({ seats: [1] });
});

test('values take the types of their fields, and a refusal names the field', () => {
	expect(contextFromFields([{ name: 'a', value: '5', type: 'number' }])).toEqual({ a: 5 });
	const field = { name: 'session.seats', value: 'many', type: 'number' };
	expect(refusalOf(() => contextFromFields([field])).message).toContain('"session.seats"');
});

test.each([
	'a: 1; a : 2',
	'a: null;a: 2',
	"a: 1;$json['a']: 2",
	'a: "x";a.length: 2',
	'a: null;a.b: 2',
	'a.b: 1;a: 2',
	'a: {"b": 1};a.b: 2',
	'a[0]: 1;a[00]: 2',
	'a[0]: 1;a.name: 2',
	'a: {"0": "x"};a[0]: 1',
	'a[1]: 1',
	'a[0]: 1;a[2]: 1',
	'a[0]:;a[1]: 1',
	'a[999999]: 1',
])('%s: no room for the last field', (fields) => {
	const entries = read(fields);
	const { message, description } = refusalOf(() => build(entries));
	expect(message).toBe(`The context has no room for the field "${entries.at(-1)?.[0]}"`);
	expect(description).toMatch(/Another field .* from \[0\] in order/);
});

test('a date has no room for a field', () => {
	const fields: Entry[] = [['a', new Date(0)], ...read('a.b: 1')];
	expect(refusalOf(() => build(fields)).message).toContain('"a.b"');
});

test.each([
	['', 'A field of the context has no name'],
	[' \n', 'A field of the context has no name'],
	['a..b', 'The field name "a..b" contains an empty part'],
	[`a${'.a'.repeat(100)}`, 'The context is nested too deeply: it has more than 100 levels'],
	[`a${'.a'.repeat(500_000)}`, 'The context is nested too deeply: it has more than 100 levels'],
])('the name %.20j is refused', (name, message) => {
	expect(refusalOf(() => build([[name, 1]])).message).toBe(message);
});

test('a name of 100 levels is not', () => {
	const text = serializeContext(build([[`a${'.a'.repeat(99)}`, 1]]));
	expect(text).toBe(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`);
});

test.each([
	['an empty part', '.: 1'],
	['no room', ': 1;.a: 2'],
])('a long name is cut in the message about %s', (_what, fields) => {
	const long = 'a'.repeat(1_000_000);
	const { message } = refusalOf(() =>
		build(read(fields).map(([name, value]) => [long + name, value])),
	);
	expect(message).toContain('aaa');
	expect(message.length).toBeLessThan(400);
});

const key = fc
	.oneof(anyText({ minLength: 1, maxLength: 6 }), fc.constantFrom('__proto__', 'toString'))
	.filter((text) => !/[.[\]]/.test(text) && text.trim() === text);

/** Every value of a tree that is not a filled object or list, under the name of its place. */
function leaves(tree: unknown, name: string): Entry[] {
	const isFilled = typeof tree === 'object' && tree !== null && Object.keys(tree).length > 0;
	if (!isFilled) return [[name, tree]];
	return Object.entries(tree).flatMap(([inner, value]) => {
		const dotted = name === '' ? inner : `${name}.${inner}`;
		return leaves(value, Array.isArray(tree) ? `${name}[${inner}]` : dotted);
	});
}

test('an object that is taken apart into named places comes back as that object', () => {
	const scalar = fc.oneof(fc.string(), exactNumber, fc.boolean(), fc.constantFrom(null, [], {}));
	const { tree } = fc.letrec<{ tree: JsonObject; value: unknown }>((tie) => ({
		tree: fc
			.array(fc.tuple(key, tie('value')), { minLength: 1, maxLength: 4 })
			.map((entries) => Object.fromEntries(entries) as JsonObject),
		value: fc.oneof(
			{ maxDepth: 4 },
			scalar,
			fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
			tie('tree'),
		),
	}));
	fc.assert(
		fc.property(tree, (object) => {
			const context = build(leaves(object, ''));
			expect(isDeepStrictEqual(context, object)).toBe(true);
			expect(JSON.stringify(context)).toBe(JSON.stringify(object));
		}),
		{ numRuns: 300 },
	);
});
