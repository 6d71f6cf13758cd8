import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { computeFingerprint, createIdentity } from '../../../nodes/StartFlow/memory/identity';
import { isJsonObject } from '../../../nodes/StartFlow/shared/json';
import { anyJson, anyText } from '../arbitraries.mts';

/** The same value with the keys of every object in another order. */
function reordered(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reordered);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, inner]) => [key, reordered(inner)]);
	return Object.fromEntries(entries.reverse()) as unknown;
}

const KEYS = [
	'__proto__',
	'01',
	'-1',
	'1.5',
	'4294967294',
	'4294967295',
	'9007199254740993',
	'',
	'0',
];

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

	// What n8n saved with a failed execution has fingerprints, and a newer version of the node compares them.
	test('stays the same from version to version', () => {
		const value = { b: 1, a: { d: null, c: ['x', { z: 1, y: 2 }] }, 10: 'ten', 9: 'nine', '01': 1 };
		expect(computeFingerprint(value)).toBe('GnwWKdPv1zVTwbS4Zwk33Gl3C_orgtBy7910Z0bKims');
	});

	test('is the hash of JSON with sorted keys', () => {
		const sortKeys = (_key: string, value: unknown) =>
			isJsonObject(value)
				? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
				: value;
		const keys = fc.oneof(anyText(), fc.constantFrom(...KEYS), fc.nat().map(String));
		const anyValue = fc.letrec((tie) => ({
			value: fc.oneof(fc.jsonValue(), fc.array(tie('value')), fc.dictionary(keys, tie('value'))),
		})).value;
		fc.assert(
			fc.property(anyValue, (value) => {
				const json = JSON.stringify(JSON.parse(JSON.stringify(value)), sortKeys);
				expect(computeFingerprint(value)).toBe(
					createHash('sha256').update(json).digest('base64url'),
				);
			}),
		);
	});

	test('exists for a deeply nested value', () => {
		const nested = (inner: unknown) =>
			JSON.parse(`${'{"a":'.repeat(3_000)}${JSON.stringify(inner)}${'}'.repeat(3_000)}`) as unknown;
		expect(computeFingerprint(nested(1))).not.toBe(computeFingerprint(nested(2)));
	});

	test('exists also for values that JSON cannot write', () => {
		const ring: Record<string, unknown> = {};
		ring.list = [ring, ring];
		expect(computeFingerprint(ring)).toBe(computeFingerprint([ring]));
		expect(computeFingerprint(ring)).not.toBe(computeFingerprint(null));
	});
});

describe('the identity of a start', () => {
	const item = { b: 1, a: { d: null, c: ['x', { z: 1, y: 2 }] }, 10: 'ten', 9: 'nine', '01': 1 };
	const identify = (source: { identityJson: string; isItemContext: boolean }) =>
		createIdentity({
			baseUrl: 'https://flows.example.com',
			slug: 'order-1',
			parametersHash: 'p',
			item,
			...source,
		});
	const identityJson = JSON.stringify(item);

	test.each([true, false])('consists of fingerprints: item is the context: %s', (isItemContext) => {
		expect(identify({ identityJson, isItemContext })).toEqual({
			targetHash: computeFingerprint(['https://flows.example.com/', 'order-1']),
			contextHash: computeFingerprint(item),
			sourceHash: computeFingerprint(['p', item]),
		});
	});

	test('does not sort the keys of an item again that is the context', () => {
		const sort = jest.spyOn(Array.prototype, 'sort');
		const countSorts = (isItemContext: boolean) => {
			sort.mockClear();
			identify({ identityJson, isItemContext });
			return sort.mock.calls.length;
		};
		expect([countSorts(true), countSorts(false)]).toEqual([3, 6]);
		sort.mockRestore();
	});

	test('sorts the keys once for items with the same keys', () => {
		const sort = jest.spyOn(Array.prototype, 'sort');
		for (const b of [1, 2, 3]) computeFingerprint({ b, a: b });
		expect(sort).toHaveBeenCalledTimes(1);
		sort.mockRestore();
	});
});
