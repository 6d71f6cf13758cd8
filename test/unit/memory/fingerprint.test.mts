import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { computeFingerprint } from '../../../nodes/StartFlow/memory/identity';
import { anyJson, anyText } from '../arbitraries.mts';

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
		[[null], ['null']],
		[[], {}],
		[{ a: null }, {}],
		[JSON.parse('{"__proto__":1}'), {}],
	])('is not the same for %j and %j', (one, other) => {
		expect(computeFingerprint(one)).not.toBe(computeFingerprint(other));
	});

	test('differs for every other list, such as the parts of an idempotency key', () => {
		const text = fc.oneof(anyText({ maxLength: 3 }), fc.constantFrom('', '"', ',', '","', '1'));
		const parts = fc.array(fc.oneof(text, fc.constantFrom(0, 1, 11)), { maxLength: 4 });
		fc.assert(
			fc.property(parts, parts, (one, other) => {
				expect(computeFingerprint(one) === computeFingerprint(other)).toBe(
					isDeepStrictEqual(one, other),
				);
			}),
		);
	});

	test('exists also for values that JSON cannot write', () => {
		const ring: Record<string, unknown> = {};
		ring.list = [ring, ring];
		expect(computeFingerprint(ring)).toBe(computeFingerprint([ring]));
		expect(computeFingerprint(ring)).not.toBe(computeFingerprint(null));
	});
});
