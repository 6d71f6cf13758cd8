import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';

import fc from 'fast-check';

import { serializeContext } from '../../../nodes/TriggerFlow/rules/context/serializeContext';
import { refusalOf } from '../errors/refusal.mts';
import { anyJson, anyJsonObject } from './anyJson.mts';

const refused = (context: unknown) => refusalOf(() => serializeContext(context));

type Nested = { inner?: Nested } | Nested[];

function nestedObject(levels: number): Nested {
	let context: Nested = {};
	for (let level = 1; level < levels; level++) context = { inner: context };
	return context;
}

function nestedArrays(levels: number): Nested {
	let list: Nested = [];
	for (let level = 2; level < levels; level++) list = [list];
	return { inner: list };
}

describe('what is not a JSON object is refused by name', () => {
	test.each([
		[[], 'a list'],
		[[{ a: 1 }], 'a list'],
		[null, 'empty (null)'],
		[undefined, 'empty (undefined)'],
		['', 'an empty text'],
		['{"a":1}', 'a text'],
		[5, 'the number 5'],
		[NaN, 'the number NaN'],
		[Infinity, 'the number Infinity'],
		[12n, 'the number 12'],
		[true, 'the boolean true'],
		[() => ({}), 'a function'],
		[Symbol('x'), 'a Symbol'],
		[new Date(0), 'a Date'],
		[new Map([['a', 1]]), 'a Map'],
		[new Set([1]), 'a Set'],
	])('%p', (context, words) => {
		const { message, description } = refused(context);
		expect(message).toBe(`The context is ${words}, but a flow expects a JSON object`);
		expect(description).toMatch(/named fields: \{ "email"/);
	});
});

describe('every JSON value stays as it was', () => {
	test('in compact text, in the order of the fields', () => {
		const context = { b: [1, 'ü', null, true, {}], a: { x: -0.5, y: 1e21, z: '' } };
		expect(serializeContext(context)).toBe(
			'{"b":[1,"ü",null,true,{}],"a":{"x":-0.5,"y":1e+21,"z":""}}',
		);
	});

	test('an empty context is {}', () => {
		expect(serializeContext({})).toBe('{}');
	});

	test('a key named __proto__ is kept at every level', () => {
		const text = '{"__proto__":{"__proto__":[{"__proto__":1}]},"constructor":{"prototype":null}}';
		expect(serializeContext(JSON.parse(text))).toBe(text);
	});

	test('dates are written as ISO text, in UTC', () => {
		const context = { at: new Date('2024-02-29T12:30:00+02:00'), list: [new Date(0)] };
		expect(serializeContext(context)).toBe(
			'{"at":"2024-02-29T10:30:00.000Z","list":["1970-01-01T00:00:00.000Z"]}',
		);
	});

	test('whatever knows how to be JSON is written as it says', () => {
		const context = { a: { toJSON: () => ({ b: 1 }) }, b: new URL('https://example.com/') };
		expect(serializeContext(context)).toBe('{"a":{"b":1},"b":"https://example.com/"}');
	});

	test('a field named toJSON is a field', () => {
		expect(serializeContext({ toJSON: 1, a: { toJSON: 'x' } })).toBe(
			'{"toJSON":1,"a":{"toJSON":"x"}}',
		);
	});

	test('missing values are left out and null is kept', () => {
		expect(serializeContext({ a: undefined, b: null, c: { d: undefined } })).toBe(
			'{"b":null,"c":{}}',
		);
	});

	test('objects from another realm are taken, as expressions give them', () => {
		expect(serializeContext(runInNewContext('({ a: [{ b: 1 }], c: new Date(0) })'))).toBe(
			'{"a":[{"b":1}],"c":"1970-01-01T00:00:00.000Z"}',
		);
	});

	test('one object in two places is not taken for a circle', () => {
		const shared = { a: 1 };
		expect(serializeContext({ x: shared, y: [shared, shared] })).toBe(
			'{"x":{"a":1},"y":[{"a":1},{"a":1}]}',
		);
	});

	test('the text of every JSON object parses back to that object', () => {
		fc.assert(
			fc.property(anyJsonObject, (context) => {
				const back: unknown = JSON.parse(serializeContext(context));
				// Own `__proto__` keys count, other than in most comparisons.
				expect(isDeepStrictEqual(back, context)).toBe(true);
				expect(JSON.stringify(back)).toBe(JSON.stringify(context));
			}),
			{ numRuns: 500 },
		);
	});
});

describe('what JSON would change without a word is refused with its place', () => {
	test.each([
		[NaN, 'the number NaN'],
		[Infinity, 'the number Infinity'],
		[-Infinity, 'the number -Infinity'],
		[() => 1, 'a function'],
		[Symbol('x'), 'a Symbol'],
		[new Map([['a', 1]]), 'a Map'],
		[new Set([1]), 'a Set'],
		[/x/, 'a RegExp'],
		[new WeakMap(), 'a WeakMap'],
		[new Uint8Array(2), 'a Uint8Array'],
		[Promise.resolve(1), 'a Promise'],
		[Object(NaN), 'a Number'],
	])('%p', (value, words) => {
		const places = [
			['context.a', { a: value }],
			['context.a.b[1].c', { z: [1], a: { b: [0, { c: value }] } }],
			['context.a[2][0]', { a: [1, {}, [value]] }],
		] as const;
		for (const [place, context] of places) {
			const { message, description } = refused(context);
			expect(message).toBe(`${place} is ${words}, which JSON cannot hold`);
			expect(description).toMatch(/expression or the earlier node/);
		}
	});

	test.each([
		['a BigInt', 12n],
		['a date that is none (JSON would write null)', new Date(NaN)],
	])('%s', (_what, value) => {
		expect(refused({ a: { b: [0, { c: value }] } }).message).toMatch(/^context\.a\.b\[1\]\.c is /);
	});

	test('the first of several is named', () => {
		expect(refused({ a: 1, b: NaN, c: Infinity }).message).toMatch(/^context\.b is the number NaN/);
	});

	test.each([NaN, Infinity, () => 1, Symbol('x'), new Map(), new Set()])(
		'%p is found wherever it stands in an object',
		(value) => {
			fc.assert(
				fc.property(fc.array(anyJson, { maxLength: 3 }), anyJson, (before, after) => {
					const context = { fine: before, list: [...before, { bad: value }], rest: after };
					expect(refused(context).message).toMatch(
						new RegExp(`^context\\.list\\[${before.length}\\]\\.bad is `),
					);
				}),
				{ numRuns: 20 },
			);
		},
	);
});

describe('a context that refers to itself is refused', () => {
	const circle: Record<string, unknown> = { a: 1 };
	circle.self = circle;
	const list: unknown[] = [];
	list.push(list);

	test.each([
		['an object', circle],
		['a list', { list }],
		['deeper down', { a: [{ circle }] }],
	])('%s', (_what, context) => {
		const { message, description } = refused(context);
		expect(message).toMatch(/^The context cannot be written as JSON: it refers to itself/);
		expect(description).toBe('Send only the fields that the flow needs.');
	});
});

describe('the number of values', () => {
	test.each([100_000, 300_000])('%i elements or fields are kept', (count) => {
		const list = Array.from({ length: count }, (_, index) => index);
		const fields = Object.fromEntries(list.map((index) => [`k${index}`, index]));
		expect(serializeContext({ list }).length).toBe(JSON.stringify({ list }).length);
		expect(serializeContext(fields).length).toBe(JSON.stringify(fields).length);
	});

	test.each([NaN, new Map()])('a list with holes does not hide %p behind it', (value) => {
		expect(refused({ list: new Array(2), bad: value }).message).toMatch(/^context\.bad is /);
	});
});

describe('nesting', () => {
	test('100 levels of objects are kept', () => {
		const text = serializeContext(nestedObject(100));
		expect(text).toBe('{"inner":'.repeat(99) + '{}' + '}'.repeat(99));
	});

	test('100 levels of lists are kept', () => {
		const text = serializeContext(nestedArrays(100));
		expect(text).toBe('{"inner":' + '['.repeat(99) + ']'.repeat(99) + '}');
	});

	test('values in the innermost level are none', () => {
		const list = Array.from({ length: 99 }).reduce((inner) => [inner], 1);
		expect(() => serializeContext({ list })).not.toThrow();
	});

	describe.each([nestedObject, nestedArrays])('%p', (nested) => {
		test.each([101, 100_000])('%i levels are refused', (levels) => {
			expect(refused(nested(levels)).message).toBe(
				'The context is nested too deeply: it has more than 100 levels',
			);
		});
	});

	test('what is nested too deeply once it is JSON is refused as such', () => {
		expect(refused({ a: { toJSON: () => nestedObject(100_000) } })).toMatchObject({
			message: 'The context is nested too deeply: it has more than 100 levels',
			description: 'Send only the fields that the flow needs.',
		});
	});

	test('a value that never ends when it is written is refused', () => {
		const endless = { toJSON: (): unknown => endless.toJSON() };
		expect(refused({ a: endless })).toMatchObject({
			message: 'The context cannot be written as JSON: it is nested too deeply or too large',
			description: 'Send only the fields that the flow needs.',
		});
	});

	test('the place of a value is told as far as people read', () => {
		const { message } = refused({ ['k'.repeat(1_000_000)]: NaN });
		expect(message).toMatch(/^context\.kkk.* is the number NaN, which JSON cannot hold$/);
		expect(message.length).toBeLessThan(400);
	});
});
