import { buildContextFromFields } from '../../../nodes/StartFlow/context/customFields';
import { refusalOf } from '../refusal.mts';

type Entry = [name: string, value: unknown];

/** Without types, so that no value is converted. */
const build = (entries: Entry[]) =>
	buildContextFromFields(entries.map(([name, value]) => ({ name, value })));

/** Reads fields from `name: value;name: value`. A value is JSON, or nothing for `undefined`. */
const read = (text: string) =>
	text.split(';').map((field): Entry => {
		const [name = '', value = ''] = field.split(/:(.*)/s);
		return [name, value.trim() === '' ? undefined : (JSON.parse(value) as unknown)];
	});

test.each([
	['empty text and null', 'a: "";b: null', '{"a":"","b":null}'],
	['a value that is not there', 'a:;:;b: 1', '{"b":1}'],
	['dots', 'a.b.c: 1;z: 2;a.b.x: 3', '{"a":{"b":{"c":1,"x":3}},"z":2}'],
	['a list', 'i[0].a: 1;i[1].a: 2;i[0].b: 3', '{"i":[{"a":1,"b":3},{"a":2}]}'],
	['an object and more fields of it', 's: {"a": 1};s.b: 2', '{"s":{"a":1,"b":2}}'],
	['a list and one more element', 's: [1];s[1]: 2', '{"s":[1,2]}'],
	['__proto__', '__proto__.x: 1;__proto__.y: 2', '{"__proto__":{"x":1,"y":2}}'],
])('builds the context of %s: %s', (_what, fields, text) => {
	expect(JSON.stringify(build(read(fields)))).toBe(text);
	expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test.each([
	'a: 1; a : 2',
	'a: null;a.b: 2',
	'a.b: 1;a: 2',
	'a[0]: 1;a.name: 2',
	'a: {"0": "x"};a[0]: 1',
	'answers[1].t: 1',
	'a[0]:;a[1]: 1',
])('refuses the last field of %s, because it has no place', (fields) => {
	const entries = read(fields);
	const { message, description } = refusalOf(() => build(entries));
	expect(message).toContain(
		`The field "${entries.at(-1)?.[0].trim()}" conflicts with another field`,
	);
	expect(description).toMatch(/in order, from \[0\]/);
});

test.each([' \n', 'a..b'])('refuses the name %j', (name) => {
	expect(refusalOf(() => build([[name, 1]])).message).toMatch(/is empty or incomplete$/);
});
