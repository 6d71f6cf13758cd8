import { createSchema } from '../../../nodes/StartFlow/form/formFields';
import type { JsonObject, JsonValue } from '../../../nodes/StartFlow/shared/json';
import { holding, TOKEN } from '../credential/requests.mts';

const fieldsOf = (example: JsonObject, isTool = false) => {
	const credential = { ...holding(), examples: new Map([['order-1', example]]) };
	return createSchema({ slug: 'order-1', credential }, isTool);
};
const toolFieldsOf = (example: JsonObject) => fieldsOf(example, true);

const namesOf = (fields: ReturnType<typeof fieldsOf>) =>
	fields.map(({ displayName }) => displayName);

test('gives a field all that n8n saves with the form, and no value', () => {
	const shared = { required: false, defaultMatch: false, display: true, removed: false };
	const saved = { ...shared, contextFlow: 'order-1' };
	const choices = Object.entries({ true: true, false: false, 'Not sent': '' });
	const options = choices.map(([name, value]) => ({ name, value }));
	const on = { id: '/on', displayName: 'on (e.g. true)', contextType: 'boolean' };
	const seats = { id: '/seats', displayName: 'seats (e.g. 5)', contextType: 'number' };
	expect(fieldsOf({ on: true, seats: 5 })).toEqual([
		{ ...saved, ...on, type: 'options', options },
		{ ...saved, ...seats, type: 'string' },
	]);
});

test.each<[JsonValue, string, string]>([
	[['red', 'blue'], 'strings', 'it (e.g. ["red","blue"])'],
	[['red', 1], 'array', 'it (e.g. ["red",1])'],
	[[], 'array', 'it (e.g. [])'],
	[{}, 'object', 'it (e.g. {})'],
	[null, 'null', 'it'],
	[' \n', 'string', 'it'],
	['a\nb', 'string', 'it (e.g. a b)'],
	['x'.repeat(18), 'string', `it (e.g. ${'x'.repeat(13)}…)`],
	// The token is masked before the text is cut.
	[`${'x'.repeat(13)} ${TOKEN}`, 'string', `it (e.g. ${'x'.repeat(13)} ***)`],
])('makes of %j a text field of the type %s with the name %s', (it, contextType, displayName) => {
	expect(fieldsOf({ it })).toMatchObject([{ type: 'string', contextType, displayName }]);
});

test.each<[JsonObject, string, string]>([
	[{ session: { 'a.b': null } }, '/session/a.b', 'session["a.b"]'],
	[{ 'a/b': { '~1': null } }, '/a~1b/~01', 'a/b.~1'],
	[{ '': null }, '/', '[""]'],
	[{ 'a[0]': { 'b.c': null } }, '/a[0]/b.c', '["a[0]"]["b.c"]'],
	// n8n would read it as an expression.
	[{ '=1+1': null }, '/=1+1', '["=1+1"]'],
	[JSON.parse('{"__proto__":null}') as JsonObject, '/__proto__', '__proto__'],
	[{ [TOKEN]: null }, `/${TOKEN}`, '***'],
])('gives the field of %j the JSON pointer %s and the name %s', (example, id, displayName) => {
	// With the other value, no key is shared.
	expect(fieldsOf({ ...example, other: null })[0]).toMatchObject({ id, displayName });
});

test.each<[JsonObject, string[]]>([
	[{ a: { b: { c: null, d: null } } }, ['c', 'd']],
	[{ a: { b: { c: null }, d: null } }, ['b.c', 'd']],
	[{ a: { b: null }, c: { b: null } }, ['a.b', 'c.b']],
	[{ a: { b: null } }, ['b']],
	[{}, []],
])('leaves out of the names of %j the keys that all fields share', (example, names) => {
	expect(namesOf(fieldsOf(example))).toEqual(names);
	expect(namesOf(toolFieldsOf(example))).toEqual(names);
});

test.each([
	['x'.repeat(9), 'a longer example', `${'x'.repeat(9)} (e.g. a long…)`],
	['x'.repeat(19), 'a', 'x'.repeat(19)],
	['A question that a form asks, of 50 characters or so', 'a', 'A question t…acters or so'],
])('names the field %s with the example %s: %s', (key, example, name) => {
	expect(namesOf(fieldsOf({ [key]: example }))).toEqual([name]);
});

test('numbers the names in a tool of which n8n makes the same key', () => {
	const long = 'x'.repeat(63);
	const example = { 'a b': 1, a_b: 2, ab: 3, [`${long}1`]: 4, [`${long}2`]: 5 };
	expect(namesOf(toolFieldsOf(example))).toEqual(['a b', '2 a_b', 'ab', `${long}1`, `2 ${long}2`]);
});
