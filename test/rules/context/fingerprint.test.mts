import fc from 'fast-check';

import {
	fingerprint,
	fingerprintAfter,
} from '../../../nodes/TriggerFlow/rules/context/fingerprint';

/** The same value with the keys of every object in another order. */
function shuffled(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(shuffled);
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([key, inner]) => [key, shuffled(inner)]);
	return Object.fromEntries(entries.reverse()) as unknown;
}

/** JSON with sorted keys: another way to say that two values are the same. */
const canonical = (value: unknown): string =>
	JSON.stringify(value, (_key, inner: unknown) =>
		typeof inner === 'object' && inner !== null && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);

// Keys such as "0" are always first, whatever the order in which they were written.
const json = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });

test('does not depend on the order of keys, nor on being saved', () => {
	fc.assert(
		fc.property(json, (value) => {
			expect(fingerprint(shuffled(value))).toBe(fingerprint(value));
			expect(fingerprint(JSON.parse(JSON.stringify(value)))).toBe(fingerprint(value));
		}),
	);
});

test('is the same for what JSON writes alike, and for nothing else', () => {
	const small = fc.jsonValue({ maxDepth: 2 });
	fc.assert(
		fc.property(small, small, (one, other) => {
			expect(fingerprint(one) === fingerprint(other)).toBe(canonical(one) === canonical(other));
		}),
	);
});

test.each<[unknown, unknown]>([
	[[[], []], [[[]]]],
	[[1, 2], [[1, 2]]],
	[[[1], 2], [[1, 2]]],
	[{ a: { b: 1 } }, { a: {}, b: 1 }],
	[
		{ a: 1, b: 2 },
		{ a: 2, b: 1 },
	],
	[['1'], [1]],
	[[null], ['null']],
	[[], {}],
	[{ a: null }, {}],
	[[null], []],
	['a,"b"', ['a', 'b']],
	[1n, 1],
	[1n, 2n],
	[
		{ a: 1, b: 2 },
		{ a: 1, c: 2 },
	],
	[{ a: Symbol('x'), b: 1 }, { a: 1 }],
	[JSON.parse('{"__proto__":1}'), {}],
])('%j and %j are different', (one, other) => {
	expect(fingerprint(one)).not.toBe(fingerprint(other));
});

test.each<[string, unknown, unknown]>([
	['a date is its text', new Date(0), '1970-01-01T00:00:00.000Z'],
	['a missing value is no value', { a: undefined, b: () => 1, c: Symbol('x') }, {}],
	['a missing value in a list is null', [undefined], [null]],
	['what JSON cannot write is null', [NaN, Infinity], [null, null]],
	['a value that cannot be written is null', [{ toJSON: () => JSON.parse('x') as object }], [null]],
	[
		'one object in two places is two equal ones',
		((one) => [one, one])({ a: 1 }),
		[{ a: 1 }, { a: 1 }],
	],
])('%s, as in an item that n8n has saved', (_what, one, other) => {
	expect(fingerprint(one)).toBe(fingerprint(other));
});

test('tells apart what refers to itself', () => {
	const circle = (text: string) => {
		const ring: Record<string, unknown> = { text, inner: {} };
		(ring.inner as Record<string, unknown>).ring = ring;
		return ring;
	};
	expect(fingerprint(circle('a'))).toBe(fingerprint(circle('a')));
	expect(fingerprint(circle('a'))).not.toBe(fingerprint(circle('b')));
});

test('tells a way back to one object from a way back to another', () => {
	const rings = (choose: (outer: object, inner: object) => object) => {
		const inner: Record<string, unknown> = {};
		const outer = { inner };
		inner.back = choose(outer, inner);
		return outer;
	};
	const toOuter = fingerprint(rings((outer) => outer));
	const toInner = fingerprint(rings((_outer, inner) => inner));
	expect(toOuter).not.toBe(toInner);
	expect(toOuter).not.toBe(fingerprint({ inner: { back: null } }));
	expect(toOuter).not.toBe(fingerprint({ inner: {} }));
});

test('goes deeper than the stack', () => {
	const deep = (core: unknown) => {
		let value = core;
		for (let depth = 0; depth < 100_000; depth++) value = depth % 2 ? [value] : { value };
		return value;
	};
	expect(fingerprint(deep(1))).toBe(fingerprint(deep(1)));
	expect(fingerprint(deep(1))).not.toBe(fingerprint(deep(2)));
});

test('takes a list that is longer than a call has arguments', () => {
	expect(fingerprint(Array(300_000).fill(1))).not.toBe(fingerprint(Array(300_001).fill(1)));
});

test('one value for many others is digested once, to the same', () => {
	const ring: Record<string, unknown> = { name: 'ring' };
	ring.inner = [ring];
	const anything = fc.oneof(json, fc.constant(ring));
	fc.assert(
		fc.property(anything, fc.array(anything, { maxLength: 3 }), (first, others) => {
			const after = fingerprintAfter(first);
			expect(others.map(after)).toEqual(others.map((second) => fingerprint([first, second])));
		}),
	);
});
