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
		expect(computeFingerprint(nest(1_000, 1))).not.toBe(computeFingerprint(nest(1_000, 2)));
	});

	const ring: Record<string, unknown> = {};
	ring.list = [ring, ring];
	test.each([
		['a circle', ring],
		['a BigInt', 1n],
		['nothing', undefined],
		['what is nested too deeply', nest(20_000, 1)],
	])('is the same one for all that JSON cannot hold: %s', (_what, value) => {
		expect(computeFingerprint(value)).toBe(computeFingerprint([ring]));
		expect(computeFingerprint(value)).not.toBe(computeFingerprint(null));
	});
});

function nest(depth: number, inner: unknown): unknown {
	return JSON.parse(`${'{"a":'.repeat(depth)}${JSON.stringify(inner)}${'}'.repeat(depth)}`);
}
