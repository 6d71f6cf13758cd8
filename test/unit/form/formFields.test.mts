import fc from 'fast-check';

import type { JsonObject, JsonValue } from '../../../nodes/TriggerFlow/shared/json';
import { idOf, mapperFields, pathOf } from '../../../nodes/TriggerFlow/form/formFields';
import session from '../../../stand-in/session.json';
import { anyText } from '../anyText.mts';
import { anyJsonObject } from '../context/anyJson.mts';

const TOKEN = 'k7Qz-2f6a90c4d1b73e58';

const fieldsOf = (example: JsonObject) => mapperFields(example, 'order-1', false, TOKEN);
const toolFieldsOf = (example: JsonObject) => mapperFields(example, 'order-1', true, TOKEN);

const namesOf = (example: JsonObject) => fieldsOf(example).map(({ displayName }) => displayName);

test('each value of the documented example is a field, in its order', () => {
	const fields = fieldsOf(session);
	expect(fields.map(({ id, displayName, type }) => [id, displayName, type])).toEqual([
		['/session/first_name', 'session.first_name (e.g. Ada)', 'string'],
		['/session/last_name', 'session.last_name (e.g. Lovelace)', 'string'],
		['/session/email', 'session.email (e.g. ada@example.com)', 'string'],
		['/session/newsletter', 'session.newsletter (e.g. true)', 'options'],
		['/session/terms_accepted', 'session.terms_accepted (e.g. true)', 'options'],
		['/session/interests/music', 'session.interests.music (e.g. true)', 'options'],
		['/session/interests/sports', 'session.interests.sports (e.g. false)', 'options'],
		['/session/interests/travel', 'session.interests.travel (e.g. true)', 'options'],
	]);
});

test('a field carries all that n8n saves with the form', () => {
	const saved = { required: false, defaultMatch: false, display: true, contextFlow: 'order-1' };
	expect(fieldsOf({ on: true, seats: 5 })).toEqual([
		{
			...saved,
			id: '/on',
			displayName: 'on (e.g. true)',
			type: 'options',
			options: [
				{ name: 'true', value: true },
				{ name: 'false', value: false },
			],
			contextType: 'boolean',
		},
		{
			...saved,
			id: '/seats',
			displayName: 'seats (e.g. 5)',
			type: 'string',
			contextType: 'number',
		},
	]);
});

test.each<[JsonValue, string, string]>([
	['Ada', 'string', 'it (e.g. Ada)'],
	['2026-01-31T09:30:00Z', 'string', 'it (e.g. 2026-01-31T09:30:00Z)'],
	[3.5, 'number', 'it (e.g. 3.5)'],
	[['red', 'blue'], 'strings', 'it (e.g. ["red","blue"])'],
	[['red', 1], 'array', 'it (e.g. ["red",1])'],
	[[{ a: 1 }], 'array', 'it (e.g. [{"a":1}])'],
	[[], 'array', 'it (e.g. [])'],
	[{}, 'object', 'it (e.g. {})'],
	[null, 'null', 'it'],
	['', 'string', 'it'],
	[' \n', 'string', 'it'],
	['a\nb', 'string', 'it (e.g. a b)'],
	['x'.repeat(41), 'string', `it (e.g. ${'x'.repeat(39)}…)`],
	[`Bearer ${TOKEN}`, 'string', 'it (e.g. Bearer ***)'],
	// Masked before it is cut.
	[`${'x'.repeat(30)} ${TOKEN}`, 'string', `it (e.g. ${'x'.repeat(30)} ***)`],
])('%j is a text field of the type %s with the name %s', (it, contextType, displayName) => {
	expect(fieldsOf({ it })).toMatchObject([{ type: 'string', contextType, displayName }]);
});

test('an empty example has no fields', () => {
	expect(fieldsOf({})).toEqual([]);
});

test.each([
	[['session', 'plan'], '/session/plan', 'session.plan'],
	[['größe', '名前'], '/größe/名前', 'größe.名前'],
	[['two words'], '/two words', 'two words'],
	[['session', 'a.b'], '/session/a.b', 'session["a.b"]'],
	[['a.b', 'c'], '/a.b/c', '["a.b"].c'],
	[['a/b', '~1'], '/a~1b/~01', 'a/b.~1'],
	[[''], '/', '[""]'],
	[[' a'], '/ a', '[" a"]'],
	[['a[0]'], '/a[0]', '["a[0]"]'],
	// n8n would take it for an expression.
	[['=1+1'], '/=1+1', '["=1+1"]'],
	[['__proto__'], '/__proto__', '__proto__'],
	[[TOKEN], `/${TOKEN}`, '***'],
])('%j has the JSON pointer %s and the name %s', (path, id, name) => {
	const example = path.reduceRight<JsonValue>(
		(inner, key) => Object.fromEntries([[key, inner]]) as JsonObject,
		null,
	);
	expect(fieldsOf(example as JsonObject)).toMatchObject([{ id, displayName: name }]);
});

test('the JSON pointer of any path leads back to it', () => {
	const key = fc.oneof(anyText({ maxLength: 5 }), fc.constantFrom('', '/', '~', '~0', '~1', '.'));
	fc.assert(
		fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), (path) => {
			expect(pathOf(idOf(path))).toEqual(path);
		}),
	);
});

test('no two fields have the same id, and no name is an expression', () => {
	fc.assert(
		fc.property(anyJsonObject, (example) => {
			const ids = fieldsOf(example).map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
			for (const name of namesOf(example)) expect(name).not.toMatch(/^=/);
		}),
	);
});

describe('in the tool variant', () => {
	test('a boolean is a text field, and no name has an example', () => {
		const fields = toolFieldsOf({ session: { on: true, plan: 'pro' } });
		expect(fields).toMatchObject([
			{ displayName: 'session.on', type: 'string', contextType: 'boolean' },
			{ displayName: 'session.plan', type: 'string', contextType: 'string' },
		]);
		expect(fields[0]).not.toHaveProperty('options');
	});

	/** n8n's own: ENGINE_FACTS 68. */
	const aiKey = (name: string) => name.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);

	test('names that n8n would make one key of are numbered', () => {
		const long = 'x'.repeat(63);
		const example = { a: { b: 1 }, a_b: 2, 'a b': 3, [`${long}1`]: 4, [`${long}2`]: 5 };
		expect(toolFieldsOf(example).map(({ displayName }) => displayName)).toEqual([
			...['a.b', '2 a_b', '3 a b', `${long}1`, `2 ${long}2`],
		]);
	});

	test('no two fields of any example give n8n the same key', () => {
		fc.assert(
			fc.property(anyJsonObject, (example) => {
				const keys = toolFieldsOf(example).map(({ displayName }) => aiKey(displayName));
				expect(new Set(keys).size).toBe(keys.length);
			}),
		);
	});
});
