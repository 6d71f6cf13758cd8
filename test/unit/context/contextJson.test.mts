import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';

import fc from 'fast-check';

import { checkContext } from '../../../nodes/StartFlow/context/contextJson';
import { anyJsonObject } from '../arbitraries.mts';
import { refusalOf } from '../refusal.mts';

const toJson = (context: unknown) => JSON.stringify(checkContext(context).context);

const refusal = (context: unknown) => refusalOf(() => checkContext(context));

test.each([
	[[{ a: 1 }], 'a list'],
	[null, 'empty (null)'],
	['{"a":1}', '"{"a":1}"'],
	[new Date(0), 'a date'],
])('refuses %p, which is not a JSON object', (context, words) => {
	const { message, description } = refusal(context);
	expect(message).toBe(`The context is ${words}, but a flow expects a JSON object`);
	expect(description).toMatch(/named fields: \{ "email"/);
});

test('writes every JSON object in its order, so that it can be read back', () => {
	fc.assert(
		fc.property(anyJsonObject, (context) => {
			const text = toJson(context);
			expect(text).toBe(JSON.stringify(context));
			// Unlike most comparisons, this one compares own `__proto__` keys.
			expect(isDeepStrictEqual(JSON.parse(text), context)).toBe(true);
		}),
	);
});

const shared = { a: 1 };
const EPOCH = '1970-01-01T00:00:00.000Z';

test.each<[string, unknown, string]>([
	['what has a toJSON', { a: { toJSON: () => ({ b: 1 }) } }, '{"a":{"b":1}}'],
	['null, and no undefined', { a: undefined, b: null, c: { d: undefined } }, '{"b":null,"c":{}}'],
	['values of another realm', runInNewContext('({ a: [{ b: 1 }] })'), '{"a":[{"b":1}]}'],
	['a date of another realm', runInNewContext('({ a: new Date(0) })'), `{"a":"${EPOCH}"}`],
	['one object in two places', { x: shared, y: [shared] }, '{"x":{"a":1},"y":[{"a":1}]}'],
])('writes %s', (_what, context, text) => {
	expect(toJson(context)).toBe(text);
});

test.each([
	[NaN, 'the number NaN'],
	[12n, 'a BigInt'],
	[() => 1, 'a Function'],
	[new Date(NaN), 'an invalid date'],
	[new Map([['a', 1]]), 'a Map'],
	[{ toJSON: () => NaN }, 'a date'],
])('refuses %p, and names the field', (value, words) => {
	const { message } = refusal({ z: [1], a: { b: [0, { c: value }] } });
	expect(message).toBe(`The field "a.b[1].c" is ${words}, which JSON cannot hold`);
});

test.each([2 ** 53, -(2 ** 53), 8202522731445526000, 1e300])('refuses the rounded %p', (id) => {
	const { message, description } = refusal({ id: 2 ** 53 - 1, lines: [{ id: 1 }, { id }] });
	expect(message).toBe(`The field "lines[1].id" is the number ${id}, which would be rounded`);
	expect(description).toMatch(/Read this value as text/);
});

const missing = (name: string) => ({ name, reason: 'undefined' });

test('names what is undefined at any depth, and counts an empty object as a value', () => {
	const order = {
		address: { city: undefined, zip: 1 },
		lines: [{ sku: 1 }, { 's.ku': undefined }],
	};
	const { missingFields } = checkContext({ plan: undefined, session: {}, order });
	const names = ['plan', 'order.address.city', 'order.lines[1]["s.ku"]'];
	expect(missingFields).toEqual(names.map(missing));
});

test('names twelve undefined values, and counts the others', () => {
	const lines = Array.from({ length: 50 }, () => ({ qty: undefined }));
	const { missingFields } = checkContext({ lines });
	expect(missingFields).toHaveLength(12);
	expect(missingFields.at(-1)).toEqual({ ...missing('lines[11].qty'), moreCount: 38 });
});

test.each([
	[{ a: undefined, b: { c: undefined } }, [], 'a, b.c'],
	[{}, [{ name: 'a', reason: 'undefined' as const }], 'a'],
])('refuses %j, in which nothing has a value', (context, missingFields, names) => {
	const { message } = refusalOf(() => checkContext(context, missingFields));
	expect(message).toBe(`No field of the context has a value: the input has nothing for ${names}`);
});

const circular: Record<string, unknown> = {};
circular.self = circular;

test.each([
	['is nested too deeply', JSON.parse(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`) as object],
	['contains itself', circular],
])('refuses a context that %s', (_what, context) => {
	expect(refusal(context).message).toBe(
		'The context is nested more than 1500 levels deep, or contains itself',
	);
});
