import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';

import fc from 'fast-check';

import { serializeContext } from '../../../nodes/TriggerFlow/context/serializeContext';
import { refusalOf } from '../errors/refusal.mts';
import { anyJsonObject } from './anyJson.mts';

const refused = (context: unknown) => refusalOf(() => serializeContext(context));

test.each([
	[[{ a: 1 }], 'a list'],
	[null, 'empty (null)'],
	[undefined, 'empty (undefined)'],
	['{"a":1}', 'text'],
	[5, 'the number 5'],
	[new Date(0), 'a Date'],
	[new Map([['a', 1]]), 'a Map'],
])('a context that is %p is refused', (context, words) => {
	const { message, description } = refused(context);
	expect(message).toBe(`The context is ${words}, but a flow expects a JSON object`);
	expect(description).toMatch(/named fields: \{ "email"/);
});

test('the text of every JSON object parses back to that object, in its order', () => {
	fc.assert(
		fc.property(anyJsonObject, (context) => {
			const text = serializeContext(context);
			expect(text).toBe(JSON.stringify(context));
			// Other than most comparisons, it looks at own `__proto__` keys.
			expect(isDeepStrictEqual(JSON.parse(text), context)).toBe(true);
		}),
		{ numRuns: 500 },
	);
});

const shared = { a: 1 };

test.each<[string, unknown, string]>([
	['an empty context', {}, '{}'],
	[
		'dates, as ISO text',
		{ at: new Date('2024-02-29T12:30:00+02:00') },
		'{"at":"2024-02-29T10:30:00.000Z"}',
	],
	['what has a toJSON', { a: { toJSON: () => ({ b: 1 }) } }, '{"a":{"b":1}}'],
	['a field named toJSON', { toJSON: 1 }, '{"toJSON":1}'],
	['null, and no undefined', { a: undefined, b: null, c: { d: undefined } }, '{"b":null,"c":{}}'],
	[
		'values of the realm of expressions',
		runInNewContext('({ a: [{ b: 1 }], c: new Date(0) })'),
		'{"a":[{"b":1}],"c":"1970-01-01T00:00:00.000Z"}',
	],
	['one object in two places', { x: shared, y: [shared] }, '{"x":{"a":1},"y":[{"a":1}]}'],
])('%s is written', (_what, context, text) => {
	expect(serializeContext(context)).toBe(text);
});

test.each([
	[NaN, 'the number NaN'],
	[-Infinity, 'the number -Infinity'],
	[12n, 'the number 12'],
	[() => 1, 'a function'],
	[Symbol('x'), 'a Symbol'],
	[new Date(NaN), 'a Date'],
	[new Map([['a', 1]]), 'a Map'],
	[new Set([1]), 'a Set'],
	[new Uint8Array(2), 'a Uint8Array'],
	[{ toJSON: () => NaN }, 'a Object'],
])('%p is refused with its place', (value, words) => {
	const { message, description } = refused({ z: [1], a: { b: [0, { c: value }] }, later: NaN });
	expect(message).toBe(`context.a.b[1].c is ${words}, which JSON cannot hold`);
	expect(description).toMatch(/expression or the earlier node/);
});

test('a long place is cut in the message', () => {
	expect(refused({ ['k'.repeat(1_000_000)]: NaN }).message.length).toBeLessThan(400);
});

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
	let value: unknown = 1;
	for (let level = 0; level < levels; level++) value = wrap(value);
	return value;
}

const ring: Record<string, unknown> = {};
ring.list = [{ ring }];

test.each<[string, (levels: number) => unknown]>([
	['objects', (levels) => nested(levels, (inner) => ({ inner }))],
	['lists', (levels) => ({ list: nested(levels - 1, (inner) => [inner]) })],
])('100 levels of %s are kept, and more are refused', (_what, context) => {
	expect(serializeContext(context(100))).toBe(JSON.stringify(context(100)));
	for (const levels of [101, 100_000]) {
		expect(refused(context(levels)).message).toBe(
			'The context is nested too deeply: it has more than 100 levels',
		);
	}
});

test('a context that contains itself is refused as too deep', () => {
	const { message, description } = refused({ a: 1, ring });
	expect(message).toMatch(/^The context is nested too deeply/);
	expect(description).toMatch(/contains itself/);
});
