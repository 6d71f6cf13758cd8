import fc from 'fast-check';

import type { JsonObject, JsonValue } from '../../../nodes/TriggerFlow/shared/json';
import { fieldsOf, type SavedForm } from '../../../nodes/TriggerFlow/form/readForm';
import { valuesFromInput } from '../../../nodes/TriggerFlow/form/valuesFromInput';
import { automaticForm } from '../../parameters.mts';
import { anyJsonObject } from '../context/anyJson.mts';

const taken = (example: JsonObject, item: JsonObject) =>
	valuesFromInput(item, fieldsOf(automaticForm(example, 'order-1') as SavedForm));

const TERMS = { session: { consents: { terms: true } } };

test.each<[string, JsonObject]>([
	['its whole path', { session: { consents: { terms: 'this' } }, consents: { terms: 'no' } }],
	['its path as one name', { 'session.consents.terms': 'this', terms: 'no' }],
	['a tail of its path', { consents: { terms: 'this' }, terms: 'no' }],
	['a tail as one name', { 'consents.terms': 'this', terms: 'no' }],
	['its last key', { terms: 'this', session: { terms: 'no' } }],
	['the whole path before a name', { session: { consents: { terms: 'this' } }, session_terms: 1 }],
])('a field takes the longest tail of its path that the item has: %s', (_what, item) => {
	expect(taken(TERMS, item)).toEqual({ '/session/consents/terms': 'this' });
});

test.each<[JsonObject]>([
	[{ Session: { CONSENTS: { Terms: 'this' } } }],
	[{ ' session ': { 'con-sents': { t_erms: 'this' } } }],
	[{ 'Session.Consents.TERMS': 'this' }],
])('without regard to case, spaces, _ and -: %j', (item) => {
	expect(taken(TERMS, item)).toEqual({ '/session/consents/terms': 'this' });
});

test('a name that is written exactly so comes first, and two that are alike are not guessed at', () => {
	const item = { 'First Name': 'no', first_name: 'this', 'e-mail': 'a', 'E Mail': 'b' };
	expect(taken({ first_name: 'Ada', email: 'x' }, item)).toEqual({ '/first_name': 'this' });
});

test('what is null, false or empty is taken, and what the item lacks is not', () => {
	const example = { a: 1, b: 2, c: 3, d: 4 };
	const item = { a: null, b: false, c: '', d: undefined };
	expect(taken(example, item as unknown as JsonObject)).toEqual({
		'/a': null,
		'/b': false,
		'/c': '',
	});
});

test('only what the item itself has is taken', () => {
	expect(taken({ toString: 'a', a: { constructor: 'b' } } as unknown as JsonObject, {})).toEqual(
		{},
	);
});

describe('what two fields would take', () => {
	const example = { buyer: { plan: 'a' }, seller: { plan: 'b' }, seats: 3 };

	test('for a tail that is not their whole path, neither takes', () => {
		expect(taken(example, { plan: 'x', seats: 5 })).toEqual({ '/seats': 5 });
	});

	test('only the one of that path takes', () => {
		expect(taken({ plan: 'a', seller: { plan: 'b' } }, { plan: 'x' })).toEqual({ '/plan': 'x' });
	});

	test('under its own path each takes', () => {
		const item = { plan: 'x', seller: { plan: 'y' } };
		expect(taken(example, item)).toEqual({ '/buyer/plan': 'x', '/seller/plan': 'y' });
	});
});

describe('behind a Webhook', () => {
	const request = (body: JsonValue) => ({
		...{ headers: { host: 'n8n.example' }, params: {}, query: { plan: 'of the query' }, body },
		webhookUrl: 'https://n8n.example/webhook/x',
	});
	const example = { session: { plan: 'pro', query: 'shoes' } };

	test.each<[string, JsonObject]>([
		['the body', request({ plan: 'free', query: 'boots' })],
		['the whole path in the body', request({ session: { plan: 'free', query: 'boots' } })],
		[
			'what a node behind it has added',
			{ ...request({ plan: 'no', query: 'boots' }), plan: 'free' },
		],
		['an item of which only the body was kept', { body: { plan: 'free', query: 'boots' } }],
	])('fields take from %s', (_what, item) => {
		expect(taken(example, item)).toEqual({ '/session/plan': 'free', '/session/query': 'boots' });
	});

	test('nothing of the request itself is taken for a field', () => {
		expect(taken(example, request({ plan: 'free' }))).toEqual({ '/session/plan': 'free' });
	});

	test('a form for the whole request gets it', () => {
		const whole = { body: { plan: 'a' }, query: { plan: 'b' } };
		const item = request({ plan: 'free' });
		expect(taken(whole, item)).toEqual({ '/body/plan': 'free', '/query/plan': 'of the query' });
	});

	test('an item with some of its names is no request', () => {
		const item = { body: 'Hello', headers: { to: 'ada@example.com' } };
		const values = { '/mail/body': item.body, '/mail/headers': item.headers };
		expect(taken({ mail: { body: 'x', headers: {} } }, item)).toEqual(values);
	});
});

test('an item that is like the example gives every field its value', () => {
	fc.assert(
		fc.property(anyJsonObject, (example) => {
			fc.pre(Object.keys(example).length > 0);
			const fields = fieldsOf(automaticForm(example, 'order-1') as SavedForm);
			const expected = fields.map(({ id, path }) => [
				id,
				path.reduce<JsonValue | undefined>((value, key) => (value as JsonObject)[key], example),
			]);
			expect(valuesFromInput(example, fields)).toEqual(Object.fromEntries(expected));
		}),
	);
});

test('a wide item and a wide form take time in proportion to both', () => {
	const wide = (prefix: string) =>
		Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`${prefix} ${n}`, n]));
	const values = taken(wide('b_'), { ...wide('a'), ...wide('B') });
	expect(Object.keys(values)).toHaveLength(3_000);
});
