import fc from 'fast-check';

import { fingerprint } from '../../../nodes/TriggerFlow/memory/identity';
import { anyJson } from './anyJson.mts';

/** The same value with the keys of every object in another order. */
function reordered(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reordered);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, inner]) => [key, reordered(inner)]);
	return Object.fromEntries(entries.reverse()) as unknown;
}

test('depends neither on the order of keys nor on being saved', () => {
	fc.assert(
		fc.property(anyJson, (value) => {
			expect(fingerprint(value)).toMatch(/^[\w-]{43}$/);
			expect(fingerprint(reordered(value))).toBe(fingerprint(value));
			expect(fingerprint(JSON.parse(JSON.stringify(value)))).toBe(fingerprint(value));
		}),
	);
});

test.each<[unknown, unknown]>([
	[{ a: { b: 1 } }, { a: {}, b: 1 }],
	[
		{ a: 1, b: 2 },
		{ a: 2, b: 1 },
	],
	[
		[1, 2],
		[2, 1],
	],
	[['1'], [1]],
	[[null], ['null']],
	[[], {}],
	[{ a: null }, {}],
	[JSON.parse('{"__proto__":1}'), {}],
])('%j and %j differ', (one, other) => {
	expect(fingerprint(one)).not.toBe(fingerprint(other));
});

test.each<[string, unknown, unknown]>([
	['a date is its text', new Date(0), '1970-01-01T00:00:00.000Z'],
	['what JSON leaves out', { a: undefined, b: () => 1, c: Symbol('x') }, {}],
	['what JSON writes as null', [undefined, NaN], [null, null]],
	['no value is null', undefined, null],
])('%s, as in an item that n8n has saved', (_what, one, other) => {
	expect(fingerprint(one)).toBe(fingerprint(other));
});

test('what JSON cannot write has a fingerprint, too', () => {
	const ring: Record<string, unknown> = { large: 'x'.repeat(1_000_000) };
	ring.list = [ring, ring];
	let deep: unknown = 1;
	for (let level = 0; level < 100_000; level++) deep = { deep };
	expect(fingerprint(ring)).toBe(fingerprint([ring]));
	expect(fingerprint(deep)).toBe(fingerprint([deep]));
	expect(fingerprint(ring)).not.toBe(fingerprint(null));
});
