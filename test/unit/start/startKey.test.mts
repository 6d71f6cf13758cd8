import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { startKey, withStartKey, type KeyParts } from '../../../nodes/TriggerFlow/start/startKey';
import { anyText } from '../anyText.mts';
import { refusalOf } from '../errors/refusal.mts';

const PARTS: KeyParts = {
	instance: 'i',
	workflow: 'w',
	execution: '17',
	node: 'n',
	runIndex: 0,
	item: 0,
};

describe('an idempotency key', () => {
	test('is the same in every version of the node', () => {
		expect(startKey(PARTS)).toBe(
			'0711839d1a32a5e48f6204477ec7c230d722f0640d0689ba6952c4fdd09cb5fd',
		);
	});

	test('is the same for the same start, and another one for every other', () => {
		const text = fc.oneof(anyText({ maxLength: 3 }), fc.constantFrom('', '"', ',', '","', '\\'));
		const index = fc.nat(12);
		const anyParts: fc.Arbitrary<KeyParts> = fc.record({
			...{ instance: text, workflow: text, execution: text, node: text },
			...{ runIndex: index, item: index },
		});
		fc.assert(
			fc.property(anyParts, anyParts, (one, other) => {
				expect(startKey(one) === startKey(other)).toBe(isDeepStrictEqual(one, other));
			}),
		);
	});

	test.each<[Partial<KeyParts>, Partial<KeyParts>]>([
		[{ instance: 'j' }, {}],
		[{ workflow: 'x' }, {}],
		[{ execution: '18' }, {}],
		[{ node: 'o' }, {}],
		[{ runIndex: 1 }, { item: 1 }],
		[
			{ runIndex: 1, item: 11 },
			{ runIndex: 11, item: 1 },
		],
		[
			{ instance: 'a","b', workflow: 'c' },
			{ instance: 'a', workflow: 'b","c' },
		],
		[
			{ execution: '1', node: '11' },
			{ execution: '11', node: '1' },
		],
	])('of %j is not that of %j', (one, other) => {
		expect(startKey({ ...PARTS, ...one })).not.toBe(startKey({ ...PARTS, ...other }));
	});
});

describe('a context gets its key', () => {
	test.each<[string, object, object]>([
		['key', {}, { key: 'k' }],
		[' key ', { a: 1 }, { a: 1, key: 'k' }],
		['meta . key', { meta: { a: 1 }, b: 2 }, { meta: { a: 1, key: 'k' }, b: 2 }],
		['a.b.c', { a: { b: undefined } }, { a: { b: { c: 'k' } } }],
		['toString', {}, { toString: 'k' }],
		['a.__proto__', {}, JSON.parse('{"a":{"__proto__":"k"}}')],
	])('at "%s" of %j, and the context itself stays', (path, context, expected) => {
		const before = JSON.stringify(context);
		expect(JSON.stringify(withStartKey(context, path, 'k'))).toBe(JSON.stringify(expected));
		expect(JSON.stringify(context)).toBe(before);
	});

	test.each<[string, object]>([
		['key', { key: null }],
		['key', { key: '' }],
		['meta', { meta: { a: 1 } }],
		['meta.key', { meta: { key: 1 } }],
		['meta.key', { meta: 'text' }],
		['meta.key', { meta: [] }],
	])('at "%s" only where nothing else is: not in %j', (path, context) => {
		const { message, description } = refusalOf(() => withStartKey(context, path, 'k'));
		expect(message).toContain(`already has a value at "${path}"`);
		expect(description).toContain('Idempotency Key Field');
	});

	test.each([' ', '.a', 'a.', 'a. .b'])('at no path with an empty part: "%s"', (path) => {
		const { message, description } = refusalOf(() => withStartKey({}, path, 'k'));
		expect(message).toBe(
			`The option Idempotency Key Field is "${path}", which contains an empty part`,
		);
		expect(description).toContain('such as idempotencyKey');
	});

	test('at a path of 100 levels, and at none of more', () => {
		const path = (levels: number) => Array.from({ length: levels }, () => 'a').join('.');
		expect(JSON.stringify(withStartKey({}, path(100), 'k'))).toContain('{"a":"k"}');
		expect(() => withStartKey({}, path(101), 'k')).toThrow(/nested too deeply/);
	});

	test.each([[null], ['text'], [[1]]])('%j is handed on to where contexts are refused', (value) => {
		expect(withStartKey(value, 'key', 'k')).toBe(value);
	});
});
