import fc from 'fast-check';

import { computeFingerprint, createIdentity } from '../../../nodes/StartFlow/memory/identity';
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
		expect(computeFingerprint(value)).toBe('WqaCpnaE9eZSOwv8lQNAELEJ5VNGjIYG1CIdH22jKEg');
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

test('the keys of equally built items, or of an item that is itself the context, are sorted once', () => {
	const sort = jest.spyOn(Array.prototype, 'sort');
	const identify = (item: object, context: object) =>
		createIdentity({
			baseUrl: 'https://flows.example.com',
			slug: 'order-1',
			context,
			parametersHash: 'p',
			item,
		});
	for (const b of [1, 2, 3]) identify({ b, a: b }, { b, a: b });
	expect(sort).toHaveBeenCalledTimes(1);
	const item = { d: { e: 1 }, c: 1 };
	identify(item, item);
	expect(sort).toHaveBeenCalledTimes(3);
	sort.mockRestore();
});
