import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import {
	startKey,
	withStartKey,
	type KeyParts,
} from '../../../nodes/TriggerFlow/rules/starts/startKey';
import { anyText } from '../anyText.mts';
import { anyJsonObject } from '../context/anyJson.mts';
import { refusalOf } from '../errors/refusal.mts';

const PARTS: KeyParts = {
	instance: 'i',
	workflow: 'w',
	execution: '17',
	node: 'n',
	runIndex: 0,
	item: 0,
};

const text = fc.oneof(
	anyText({ maxLength: 8 }),
	fc.constantFrom('', '"', ',', '","', '[', ']', '\\', '0', '1', 'null', '\ud800', '\udc00'),
);

const anyParts: fc.Arbitrary<KeyParts> = fc.record({
	instance: text,
	workflow: text,
	execution: text,
	node: text,
	runIndex: fc.nat(),
	item: fc.nat(),
});

describe('a start key', () => {
	test('is 64 hexadecimal digits, and the same in every version of the node', () => {
		expect(startKey(PARTS)).toBe(
			'0711839d1a32a5e48f6204477ec7c230d722f0640d0689ba6952c4fdd09cb5fd',
		);
		fc.assert(
			fc.property(anyParts, (identity) => {
				expect(startKey(identity)).toMatch(/^[0-9a-f]{64}$/);
			}),
		);
	});

	test('is the same for the same start, whatever the order of its parts', () => {
		fc.assert(
			fc.property(anyParts, (identity) => {
				const turned = Object.fromEntries(Object.entries(identity).reverse());
				expect(startKey(turned as unknown as KeyParts)).toBe(startKey({ ...identity }));
			}),
		);
	});

	test.each([
		['instance', 'j'],
		['workflow', 'x'],
		['execution', '18'],
		['node', 'o'],
		['runIndex', 1],
		['item', 1],
	])('is another one for another %s', (part, value) => {
		expect(startKey({ ...PARTS, [part]: value })).not.toBe(startKey(PARTS));
	});

	test('is another one for every other start', () => {
		fc.assert(
			fc.property(anyParts, anyParts, (one, other) => {
				expect(startKey(one) === startKey(other)).toBe(isDeepStrictEqual(one, other));
			}),
		);
	});

	test('is another one when a single part changes', () => {
		fc.assert(
			fc.property(
				anyParts,
				anyParts,
				fc.constantFrom(...(Object.keys(PARTS) as Array<keyof KeyParts>)),
				(one, other, part) => {
					fc.pre(one[part] !== other[part]);
					expect(startKey({ ...one, [part]: other[part] })).not.toBe(startKey(one));
				},
			),
		);
	});

	test.each([
		[
			{ instance: 'a","b', workflow: 'c' },
			{ instance: 'a', workflow: 'b","c' },
		],
		[
			{ instance: 'ab', workflow: 'c' },
			{ instance: 'a', workflow: 'bc' },
		],
		[
			{ instance: '', workflow: 'a' },
			{ instance: 'a', workflow: '' },
		],
		[
			{ execution: '1', node: '11' },
			{ execution: '11', node: '1' },
		],
		[
			{ runIndex: 1, item: 11 },
			{ runIndex: 11, item: 1 },
		],
		[
			{ runIndex: 1, item: 0 },
			{ runIndex: 0, item: 1 },
		],
	])('does not take %j for %j', (one, other) => {
		expect(startKey({ ...PARTS, ...one })).not.toBe(startKey({ ...PARTS, ...other }));
	});

	test('is made of nothing else', () => {
		const more = { ...PARTS, more: 'x' };
		expect(startKey(more)).toBe(startKey(PARTS));
	});
});

describe('a context gets its start key', () => {
	test.each<[string, object, object]>([
		['startKey', {}, { startKey: 'k' }],
		['startKey', { a: 1 }, { a: 1, startKey: 'k' }],
		['  startKey ', {}, { startKey: 'k' }],
		['meta.startKey', {}, { meta: { startKey: 'k' } }],
		['meta.startKey', { meta: { a: 1 }, b: 2 }, { meta: { a: 1, startKey: 'k' }, b: 2 }],
		['meta . startKey', {}, { meta: { startKey: 'k' } }],
		['a.b.c.d', { a: { b: {} } }, { a: { b: { c: { d: 'k' } } } }],
		['startKey', { startKey: undefined }, { startKey: 'k' }],
		['meta.startKey', { meta: undefined }, { meta: { startKey: 'k' } }],
		['toString', {}, { toString: 'k' }],
		['constructor.name', {}, { constructor: { name: 'k' } }],
		['0', {}, { 0: 'k' }],
	])('at "%s" of %j', (path, context, expected) => {
		const copy = withStartKey(context, path, 'k');
		expect({ copy, isSame: isDeepStrictEqual(copy, expected) }).toMatchObject({ isSame: true });
	});

	test.each(['__proto__', '__proto__.startKey', 'a.__proto__', 'a.__proto__.b'])(
		'at "%s" as a key like any other, and no prototype is changed',
		(path) => {
			const context = withStartKey({}, path, 'k');
			const nested = path
				.split('.')
				.reduceRight<string>((inner, key) => `{"${key}":${inner}}`, '"k"');
			expect(JSON.stringify(context)).toBe(nested);
			expect(Object.getPrototypeOf(context)).toBe(Object.prototype);
			expect(({} as Record<string, unknown>).startKey).toBeUndefined();
		},
	);

	test('and keeps an own __proto__ beside it', () => {
		const context = JSON.parse('{"__proto__":{"a":1},"m":{"__proto__":2}}') as object;
		expect(JSON.stringify(withStartKey(context, 'm.k', 'x'))).toBe(
			'{"__proto__":{"a":1},"m":{"__proto__":2,"k":"x"}}',
		);
		expect(JSON.stringify(withStartKey(context, '__proto__.k', 'x'))).toBe(
			'{"__proto__":{"a":1,"k":"x"},"m":{"__proto__":2}}',
		);
	});

	test('as a copy: what it was made of stays as it was', () => {
		const context = Object.freeze({ meta: Object.freeze({ a: 1 }), list: Object.freeze([1]) });
		const before = JSON.stringify(context);
		const copy = withStartKey(context, 'meta.startKey', 'k');
		expect(copy).not.toBe(context);
		expect(JSON.stringify(context)).toBe(before);
	});

	test('and every other value stays in its place', () => {
		const path = ['§', 'start key'];
		fc.assert(
			fc.property(anyJsonObject, (context) => {
				fc.pre(!Object.hasOwn(context, '§'));
				const before = JSON.stringify(context);
				for (const count of [1, 2]) {
					const copy = withStartKey(context, path.slice(0, count).join('.'), 'k');
					const { '§': added, ...rest } = copy as Record<string, unknown>;
					expect(added).toEqual(count === 1 ? 'k' : { 'start key': 'k' });
					expect(JSON.stringify(rest)).toBe(before);
				}
				expect(JSON.stringify(context)).toBe(before);
			}),
		);
	});
});

describe('a start key is refused', () => {
	test.each([
		['startKey', { startKey: 'mine' }],
		['startKey', { startKey: '' }],
		['startKey', { startKey: null }],
		['startKey', { startKey: 0 }],
		['startKey', { startKey: false }],
		['startKey', { startKey: {} }],
		['meta', { meta: { a: 1 } }],
		['meta.startKey', { meta: { startKey: 1 } }],
		['meta.startKey', { meta: 'text' }],
		['meta.startKey', { meta: null }],
		['meta.startKey', { meta: [] }],
		['meta.startKey', { meta: new Date(0) }],
		['a.b.c', { a: { b: 1 } }],
		['__proto__', JSON.parse('{"__proto__":1}') as object],
	])('where something stands already: "%s" in %j', (path, context) => {
		const { message, description } = refusalOf(() => withStartKey(context, path, 'k'));
		expect(message).toBe(
			`The context has no room for the start key at "${path}": something stands there, or on the way there`,
		);
		expect(description).toContain('Start Key Field');
	});

	test.each(['', ' ', '.', '.a', 'a.', 'a..b', 'a. .b'])('at the path %j', (path) => {
		const { message, description } = refusalOf(() => withStartKey({}, path, 'k'));
		expect(message).toBe(`The option Start Key Field is "${path}", which has a dot too many`);
		expect(description).toContain('such as startKey');
	});

	test.each([101, 500_000])('%i levels deep', (levels) => {
		const path = Array.from({ length: levels }, () => 'a').join('.');
		expect(refusalOf(() => withStartKey({}, path, 'k')).message).toMatch(/nested too deeply/);
	});

	test.each(['a'.repeat(1_000_000), '.'.repeat(1_000_000)])(
		'a path that nobody would read is cut in what is said of it (%#)',
		(path) => {
			const context = { [path]: 1 };
			const { message } = refusalOf(() => withStartKey(context, path, 'k'));
			expect(message.length).toBeLessThan(300);
		},
	);
});

test('a start key 100 levels deep is placed', () => {
	const path = Array.from({ length: 100 }, () => 'a').join('.');
	expect(JSON.stringify(withStartKey({}, path, 'k'))).toBe(
		`${'{"a":'.repeat(100)}"k"${'}'.repeat(100)}`,
	);
});

test.each([[null], [undefined], ['text'], [5], [[1]], [new Date(0)]])(
	'%p is no context: it is handed on to where contexts are refused',
	(value) => {
		expect(withStartKey(value, 'startKey', 'k')).toBe(value);
	},
);
