import fc from 'fast-check';

import { listExampleFields } from '../../../nodes/StartFlow/form/formFields';
import { isEmpty } from '../../../nodes/StartFlow/form/savedForm';
import { mapAutomatically } from '../../../nodes/StartFlow/form/automaticMapping';
import type { JsonObject, JsonValue } from '../../../nodes/StartFlow/shared/json';
import { anyJsonObject } from '../arbitraries.mts';

const map = (example: JsonObject, item: JsonObject) =>
	mapAutomatically(listExampleFields(example), item);

/** The values by the ids of their fields. */
const mapped = (example: JsonObject, item: JsonObject) => {
	const withValue = map(example, item).filter(({ value }) => value !== undefined);
	return Object.fromEntries(withValue.map(({ id, value }) => [id, value]));
};

const TERMS = { session: { consents: { terms: true } } };

test.each<[string, JsonObject]>([
	['its whole path', { session: { consents: { terms: 'this' } }, consents: { terms: 'no' } }],
	['a tail of its path', { consents: { terms: 'this' }, terms: 'no' }],
	['its last key', { terms: 'this', session: { terms: 'no' } }],
	['a dot in a name', { 'Consents.terms': 'this', terms: 'no' }],
	['a dot in a name, and nesting', { 'session.consents': { terms: 'this' }, terms: 'no' }],
	['another case, blanks, _ and -', { ' Session ': { 'CON-sents': { t_erms: 'this' } } }],
])('uses the longest end of the path that the item has: %s', (_what, item) => {
	expect(mapped(TERMS, item)).toEqual({ '/session/consents/terms': 'this' });
});

test.each<[string, JsonObject, JsonObject, object]>([
	['nothing where two names fit', { ab: 1, c: 2 }, { a_b: 3, AB: 4, C: 5 }, { '/c': 5 }],
	['the exact name first', { a_b: 1, ab: 2 }, { ab: 5, a_b: 4 }, { '/a_b': 4, '/ab': 5 }],
	['nothing for two fields', { a: { b: 1 }, c: { b: 2 }, d: 3 }, { b: 4, d: 5 }, { '/d': 5 }],
	['the field with the whole path', { b: 1, c: { b: 2 } }, { b: 4 }, { '/b': 4 }],
	[
		'each name where the example has it, nested or with a dot',
		{ a: { b: 1 }, 'a.c': 2 },
		{ 'a.b': 3, a: { b: 4, c: 5 }, 'a.c': 6 },
		{ '/a/b': 4, '/a.c': 6 },
	],
	[
		'null, false and empty values, but no missing and no inherited ones',
		{ a: 1, b: 2, c: 3, d: 4, toString: 'e' } as JsonObject,
		{ a: null, b: false, c: '', d: undefined } as unknown as JsonObject,
		{ '/b': false },
	],
])('finds %s', (_what, example, item, values) => {
	expect(mapped(example, item)).toStrictEqual(values);
});

test.each([
	['pr\u00E9nom', 'pre\u0301nom'],
	['straße', 'STRASSE'],
])('takes %j and %j for the same name', (one, other) => {
	expect(mapped({ [one]: 'x' }, { [other]: 'y' })).toEqual({ [`/${one}`]: 'y' });
});

test('says why a field gets nothing', () => {
	const example = { a: { b: 1 }, c: { b: 2 }, d: 3, e: 4, f: 5, g: 6, h: { k: 1 }, i: { k: 2 } };
	const item = { b: 1, d: ' ', f: 5, G: 6, g_: 7, h: { K: 1, k_: 2 }, i: {} };
	expect(map(example, item).map(({ name, missing }) => `${name}: ${missing}`)).toEqual([
		'a.b: oneValueForTwo',
		'c.b: oneValueForTwo',
		'd: empty',
		'e: noSuchName',
		'f: undefined',
		'g: twoNames',
		'h.k: twoNames',
		'i.k: noSuchName',
	]);
});

describe('behind a Webhook', () => {
	const request = (body: JsonValue) => ({
		headers: { host: 'n8n.example' },
		params: {},
		query: { plan: 'of the query' },
		body,
		webhookUrl: 'https://n8n.example/webhook/x',
	});
	const example = { session: { plan: 'pro', query: 'shoes' } };

	test.each<[string, JsonObject]>([
		['the whole path in the body', request({ session: { plan: 'free', query: 'boots' } })],
		['the item before the body', { ...request({ plan: 'no', query: 'boots' }), plan: 'free' }],
		['the body alone', { body: { plan: 'free', query: 'boots' } }],
	])('takes values from %s', (_what, item) => {
		expect(mapped(example, item)).toEqual({ '/session/plan': 'free', '/session/query': 'boots' });
	});

	test('maps nothing of the request itself, such as its headers or its address', () => {
		expect(mapped(example, request({ plan: 'free' }))).toEqual({ '/session/plan': 'free' });
		const body = { webhook_url: 'mine' };
		expect(mapped({ webhook_url: 'x' }, request(body))).toEqual({ '/webhook_url': 'mine' });
	});

	test('fills a form for the whole request', () => {
		const whole = { body: { plan: 'a' }, query: { plan: 'b' }, other: { plan: 'c' } };
		expect(mapped(whole, request({ plan: 'free' }))).toEqual({
			'/body/plan': 'free',
			'/query/plan': 'of the query',
		});
	});

	test('does not read an item with some of the names as a request', () => {
		const item = { body: 'Hello', headers: { to: 'ada@example.com' } };
		const values = { '/mail/body': item.body, '/mail/headers': item.headers };
		expect(mapped({ mail: { body: 'x', headers: {} } }, item)).toEqual(values);
	});
});

test('maps every value but empty ones of an item that has the shape of the example', () => {
	fc.assert(
		fc.property(anyJsonObject, (example) => {
			const fields = listExampleFields(example);
			const filled = fields.filter((field) => !isEmpty(field.example));
			const expected = filled.map(({ id, example: value }) => [id, value]);
			expect(mapped(example, example)).toEqual(Object.fromEntries(expected));
		}),
	);
});
