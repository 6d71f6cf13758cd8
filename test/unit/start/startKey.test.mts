import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { startKey, withStartKey } from '../../../nodes/TriggerFlow/start/startKey';
import { anyText } from '../arbitraries.mts';
import { refusalOf } from '../refusal.mts';

test('makes the same key in every version of the node', () => {
	expect(startKey(['i', 'w', '17', 'n', 0, 0])).toBe(
		'0711839d1a32a5e48f6204477ec7c230d722f0640d0689ba6952c4fdd09cb5fd',
	);
});

test('makes the same key for the same start, and another one for every other', () => {
	const text = fc.oneof(anyText({ maxLength: 3 }), fc.constantFrom('', '"', ',', '","', '1', '11'));
	const index = fc.constantFrom(0, 1, 11);
	const anyParts = fc.tuple(text, text, text, text, index, index);
	fc.assert(
		fc.property(anyParts, anyParts, (one, other) => {
			expect(startKey(one) === startKey(other)).toBe(isDeepStrictEqual(one, other));
		}),
	);
});

test.each<[string, object, object]>([
	['key', {}, { key: 'k' }],
	[' key ', { a: 1 }, { a: 1, key: 'k' }],
	['meta . key', { meta: { a: 1 }, b: 2 }, { meta: { a: 1, key: 'k' }, b: 2 }],
	['toString', {}, { toString: 'k' }],
	['a.__proto__', {}, JSON.parse('{"a":{"__proto__":"k"}}')],
])('puts the key at "%s" of %j, in a copy', (path, context, expected) => {
	const before = JSON.stringify(context);
	expect(JSON.stringify(withStartKey(context, path, 'k'))).toBe(JSON.stringify(expected));
	expect(JSON.stringify(context)).toBe(before);
});

test.each<[string, object]>([
	['key', { key: null }],
	['meta', { meta: { a: 1 } }],
	['meta.key', { meta: { key: 1 } }],
	['meta.key', { meta: 'text' }],
	['meta.key', { meta: [] }],
])('refuses to replace something at "%s": %j', (path, context) => {
	const { message, description } = refusalOf(() => withStartKey(context, path, 'k'));
	expect(message).toContain(`already has a value at "${path}"`);
	expect(description).toContain('Idempotency Key Field');
});

test.each([' ', '.a', 'a.', 'a. .b'])('refuses a path with an empty part: "%s"', (path) => {
	const { message, description } = refusalOf(() => withStartKey({}, path, 'k'));
	expect(message).toMatch(/Idempotency Key Field .* contains an empty part$/);
	expect(description).toContain('such as idempotencyKey');
});
