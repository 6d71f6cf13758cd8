import fc from 'fast-check';

import { computeFingerprint } from '../../../nodes/StartFlow/memory/identity';
import { anyJson } from '../arbitraries.mts';

/** The same value with the keys of every object in another order. */
function reordered(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reordered);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, inner]) => [key, reordered(inner)]);
	return Object.fromEntries(entries.reverse()) as unknown;
}

describe('a fingerprint', () => {
	test('depends neither on the order of keys nor on being saved', () => {
		fc.assert(
			fc.property(anyJson, (value) => {
				expect(computeFingerprint(value)).toMatch(/^[\w-]{43}$/);
				expect(computeFingerprint(reordered(value))).toBe(computeFingerprint(value));
				expect(computeFingerprint(JSON.parse(JSON.stringify(value)))).toBe(
					computeFingerprint(value),
				);
			}),
		);
	});

	test.each<[unknown, unknown]>([
		[{ a: { b: 1 } }, { a: {}, b: 1 }],
		[{ a: 1 }, { a: 2 }],
		[{ a: [1, 2] }, { a: [2, 1] }],
		[['1'], [1]],
		[['a', 'b'], ['a","b']],
		[[null], ['null']],
		[[], {}],
		[{ a: null }, {}],
		[JSON.parse('{"__proto__":1}'), {}],
	])('is not the same for %j and %j', (one, other) => {
		expect(computeFingerprint(one)).not.toBe(computeFingerprint(other));
	});

	// What n8n saved with a failed execution has fingerprints, and a newer version of the node compares them.
	test('stays the same from version to version', () => {
		const value = { b: 1, a: { d: null, c: ['x', { z: 1, y: 2 }] }, 10: 'ten', 9: 'nine', '01': 1 };
		expect(computeFingerprint(value)).toBe('GnwWKdPv1zVTwbS4Zwk33Gl3C_orgtBy7910Z0bKims');
	});

	test('exists for a deeply nested value', () => {
		const nested = (inner: unknown) =>
			JSON.parse(`${'{"a":'.repeat(1_000)}${JSON.stringify(inner)}${'}'.repeat(1_000)}`) as unknown;
		expect(computeFingerprint(nested(1))).not.toBe(computeFingerprint(nested(2)));
	});

	test('exists also for values that JSON cannot write', () => {
		const ring: Record<string, unknown> = {};
		ring.list = [ring, ring];
		expect(computeFingerprint(ring)).toBe(computeFingerprint([ring]));
		expect(computeFingerprint(ring)).not.toBe(computeFingerprint(null));
	});
});
