import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import type { INode } from 'n8n-workflow';

import {
	computeFingerprint,
	listContextParameters,
} from '../../../nodes/StartFlow/memory/identity';
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

describe('the source of a context', () => {
	const written = (parameters: object, mode: string) =>
		computeFingerprint(listContextParameters({ parameters } as INode, mode));

	const form = (value: object | null, more: object = {}, mappingMode = 'defineBelow') => ({
		contextMapping: {
			mappingMode,
			value,
			schema: [{ id: '/a', displayName: 'a (e.g. 1)', removed: false, ...more }],
		},
	});

	const AUTO = 'autoMapInputData';

	const fields = (id: string, value: string) => ({
		contextFields: { assignments: [{ id, name: 'a', type: 'string', value }] },
	});

	test.each<[string, string, object, object]>([
		['a refresh of the form', 'form', form({ '/a': 1 }), form({ '/a': 1 }, { displayName: 'a' })],
		['the ids of custom fields', 'fields', fields('1', 'x'), fields('2', 'x')],
		['an empty field', 'form', form(null), form({ '/a': ' ' }, { removed: true })],
		['the form of Map Automatically', 'form', form({}, {}, AUTO), form({ '/a': 1 }, {}, AUTO)],
		['a list without custom fields', 'fields', {}, { contextFields: { assignments: [] } }],
		['JSON that is not used', 'input', { contextJson: '{}' }, {}],
		['a form that is not used', 'json', { contextJson: '{}', ...form({}) }, { contextJson: '{}' }],
	])('is the same when %s changes', (_what, mode, one, other) => {
		expect(written(one, mode)).toBe(written(other, mode));
	});

	test.each<[string, string, object, object]>([
		['another value of the form', 'form', form({ '/a': 1 }), form({ '/a': 2 })],
		['a removed field', 'form', form({ '/a': 1 }), form({ '/a': 1 }, { removed: true })],
		['another value of a custom field', 'fields', fields('1', 'x'), fields('1', 'y')],
		['other JSON', 'json', { contextJson: '{}' }, { contextJson: '{"a":1}' }],
	])('differs with %s', (_what, mode, one, other) => {
		expect(written(one, mode)).not.toBe(written(other, mode));
	});
});
