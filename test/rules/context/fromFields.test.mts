import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { contextFromFields, type Field } from '../../../nodes/TriggerFlow/rules/context/fromFields';
import { serializeContext } from '../../../nodes/TriggerFlow/rules/context/serializeContext';
import type { JsonObject } from '../../../nodes/TriggerFlow/rules/context/json';
import { refusalOf } from '../errors/refusal.mts';
import { anyJson } from './anyJson.mts';

/** Fields without a type: their values stay as they are. */
const fields = (entries: Array<[string, unknown]>): Field[] =>
	entries.map(([name, value]) => ({ name, value }));

/** The context as the text that goes out: it shows order, own `__proto__` keys and all. */
const written = (entries: Array<[string, unknown]>) =>
	serializeContext(contextFromFields(fields(entries)));

const refused = (entries: Array<[string, unknown]>) =>
	refusalOf(() => contextFromFields(fields(entries)));

test('no fields make an empty object', () => {
	expect(contextFromFields([])).toEqual({});
});

test('values are converted to the types of their fields', () => {
	expect(
		contextFromFields([
			{ name: 'text', value: 5, type: 'string' },
			{ name: 'number', value: '5', type: 'number' },
			{ name: 'boolean', value: 'true', type: 'boolean' },
			{ name: 'array', value: '[1]', type: 'array' },
			{ name: 'object', value: '{"a":1}', type: 'object' },
			{ name: 'missing', value: undefined, type: 'string' },
		]),
	).toEqual({ text: '5', number: 5, boolean: true, array: [1], object: { a: 1 }, missing: null });
});

test('a value that does not fit is refused by the full name of its field', () => {
	const field = { name: 'session.seats', value: 'many', type: 'number' };
	expect(refusalOf(() => contextFromFields([field])).message).toMatch(
		/^The field "session\.seats" should be a number/,
	);
});

describe('nesting', () => {
	test.each<[string, Array<[string, unknown]>, string]>([
		[
			'dots',
			[
				['session.plan', 'pro'],
				['session.seats', 3],
			],
			'{"session":{"plan":"pro","seats":3}}',
		],
		[
			'deep dots',
			[
				['a.b.c.d', 1],
				['a.b.x', 2],
			],
			'{"a":{"b":{"c":{"d":1},"x":2}}}',
		],
		[
			'a list',
			[
				['items[0]', 'a'],
				['items[1]', 'b'],
			],
			'{"items":["a","b"]}',
		],
		[
			'a list in any order',
			[
				['items[1]', 'b'],
				['items[0]', 'a'],
			],
			'{"items":["a","b"]}',
		],
		[
			'a list of objects',
			[
				['i[0].a', 1],
				['i[1].a', 2],
				['i[0].b', 3],
			],
			'{"i":[{"a":1,"b":3},{"a":2}]}',
		],
		[
			'a list of lists',
			[
				['m[0][0]', 1],
				['m[0][1]', 2],
				['m[1][0]', 3],
			],
			'{"m":[[1,2],[3]]}',
		],
		['a quoted key', [["$json['First Name'].x", 1]], '{"First Name":{"x":1}}'],
		['a number after a dot is a key', [['items.0', 'a']], '{"items":{"0":"a"}}'],
		[
			'an object beside single fields',
			[
				['s', { a: 1 }],
				['s.b', 2],
			],
			'{"s":{"a":1,"b":2}}',
		],
		['an object as a value', [['s', { a: { b: [] } }]], '{"s":{"a":{"b":[]}}}'],
		['an empty object', [['s', {}]], '{"s":{}}'],
		['a date', [['at', new Date(0)]], '{"at":"1970-01-01T00:00:00.000Z"}'],
		['null', [['a.b', null]], '{"a":{"b":null}}'],
	])('%s', (_what, entries, text) => {
		expect(written(entries)).toBe(text);
	});

	test('fields keep the order of the list, each object at the place of its first field', () => {
		expect(
			written([
				['z', 1],
				['s.b', 2],
				['a', 3],
				['s.a', 4],
			]),
		).toBe('{"z":1,"s":{"b":2,"a":4},"a":3}');
	});

	test('an object that is taken apart is not changed', () => {
		const session = { plan: 'pro' };
		contextFromFields(
			fields([
				['session', session],
				['session.seats', 3],
			]),
		);
		expect(session).toEqual({ plan: 'pro' });
	});
});

describe('__proto__ is a name like any other', () => {
	test.each<[Array<[string, unknown]>, string]>([
		[[['__proto__', 1]], '{"__proto__":1}'],
		[[['__proto__.polluted', 1]], '{"__proto__":{"polluted":1}}'],
		[
			[
				['a.__proto__.b', 1],
				['a.__proto__.c', 2],
			],
			'{"a":{"__proto__":{"b":1,"c":2}}}',
		],
		[
			[
				['a', JSON.parse('{"__proto__":{"b":1}}')],
				['a.c', 2],
			],
			'{"a":{"__proto__":{"b":1},"c":2}}',
		],
		[[['constructor.prototype.x', 1]], '{"constructor":{"prototype":{"x":1}}}'],
		[
			[
				['toString', 1],
				['a.hasOwnProperty', 2],
			],
			'{"toString":1,"a":{"hasOwnProperty":2}}',
		],
	])('%j', (entries, text) => {
		expect(written(entries)).toBe(text);
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});
});

describe('a field without a place is refused', () => {
	test.each([[''], [' '], ['\n']])('no name: %j, by the number of the field', (name) => {
		const { message, description } = refused([
			['a', 1],
			[name, 2],
		]);
		expect(message).toBe('Field 2 of the context has no name');
		expect(description).toMatch(/Give the field a name/);
	});

	test.each([undefined, null])('no name: %p', (name) => {
		const field = { name, value: 1 } as unknown as Field;
		expect(refusalOf(() => contextFromFields([field])).message).toBe(
			'Field 1 of the context has no name',
		);
	});

	test.each([['a.'], ['.a'], ['a..b'], ['.']])('a dot too many: %j, by its name', (name) => {
		const { message, description } = refused([[name, 1]]);
		expect(message).toBe(`The field name "${name}" has a dot too many`);
		expect(description).toMatch(/session\.plan.*both sides/);
	});

	test.each([101, 500_000])('%i levels', (levels) => {
		const name = Array.from({ length: levels }, () => 'a').join('.');
		expect(refused([[name, 1]]).message).toBe(
			'The context is nested too deeply: it has more than 100 levels',
		);
	});
});

test.each([
	[501, 100],
	[50_001, 1],
])('%i fields of %i levels are refused', (count, levels) => {
	const rest = '.a'.repeat(levels - 1);
	const given = Array.from({ length: count }, (_, n): [string, unknown] => [`f${n}${rest}`, 1]);
	expect(written(given.slice(1))).toContain('"f500":');
	expect(refused(given).message).toBe(
		'The names of the fields nest too much: they have more than 50,000 levels together',
	);
});

describe('a name that nobody would read is cut in what is said of it', () => {
	const long = 'a'.repeat(1_000_000);
	test.each<[string, Field[]]>([
		['a dot too many', [{ name: `${long}.`, value: 1 }]],
		[
			'twice',
			fields([
				[long, 1],
				[long, 1],
			]),
		],
		['another type', [{ name: long, value: 'x', type: 'number' }]],
		['an unknown type', [{ name: long, value: 'x', type: 'file' }]],
		['too large a number', [{ name: long, value: 2 ** 60, type: 'number' }]],
		['a gap in a list', fields([[`${long}[1]`, 1]])],
	])('%s', (_what, given) => {
		const { message } = refusalOf(() => contextFromFields(given));
		expect(message).toContain('aaa');
		expect(message.length).toBeLessThan(400);
	});
});

test('a name of 100 levels nests so deep', () => {
	const name = Array.from({ length: 100 }, () => 'a').join('.');
	expect(written([[name, 1]])).toBe(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`);
});

describe('two fields for one place are refused by the name of the second', () => {
	test.each<[Array<[string, unknown]>, string]>([
		[
			[
				['a', 1],
				['a', 1],
			],
			'a',
		],
		[
			[
				['a', 1],
				[' a ', 2],
			],
			' a ',
		],
		[
			[
				['a', null],
				['a', 2],
			],
			'a',
		],
		[
			[
				['a', 1],
				["$json['a']", 2],
			],
			"$json['a']",
		],
		[
			[
				['a.b', 1],
				['a.b', 2],
			],
			'a.b',
		],
		[
			[
				['a', 1],
				['a.b', 2],
			],
			'a.b',
		],
		[
			[
				['a', null],
				['a.b', 2],
			],
			'a.b',
		],
		[
			[
				['a', 'x'],
				['a.length', 2],
			],
			'a.length',
		],
		[
			[
				['a.b', 1],
				['a', 2],
			],
			'a',
		],
		[
			[
				['a.b', 1],
				['a.b.c', 2],
			],
			'a.b.c',
		],
		[
			[
				['a', { b: 1 }],
				['a.b', 2],
			],
			'a.b',
		],
		[
			[
				['a', [1]],
				['a[1]', 2],
			],
			'a[1]',
		],
		[
			[
				['a[0]', 1],
				['a[0]', 2],
			],
			'a[0]',
		],
		[
			[
				['a[0]', 1],
				['a[00]', 2],
			],
			'a[00]',
		],
		[
			[
				['a', new Date(0)],
				['a.b', 2],
			],
			'a.b',
		],
		[
			[
				['a', { '0': 'x' }],
				['a[0]', 1],
			],
			'a[0]',
		],
	])('%j', (entries, name) => {
		const { message, description } = refused(entries);
		expect(message).toBe(`The field "${name}" stands where another field already is`);
		expect(description).toMatch(/Rename or remove one of the two/);
	});
});

describe('a list with a gap or with named fields is refused', () => {
	test.each<[Array<[string, unknown]>, string]>([
		[[['items[1]', 1]], 'The list context.items has no element [0]'],
		[
			[
				['items[0]', 1],
				['items[2]', 1],
			],
			'The list context.items has no element [1]',
		],
		[
			[
				['a.items[0]', 1],
				['a.items.name', 1],
			],
			'The list context.a.items has no element [1]',
		],
		[[['items[999999]', 1]], 'The list context.items has no element [0]'],
	])('%j', (entries, problem) => {
		const { message, description } = refused(entries);
		expect(message).toBe(problem);
		expect(description).toMatch(
			/from \[0\] without a gap.*no named fields\. .* where Leave Out Empty Fields/,
		);
	});
});

const plainName = fc
	.oneof(
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
		fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty'),
	)
	.filter((name) => !/[.[\]]/.test(name) && name.trim() === name)
	// JavaScript puts keys that are whole numbers first, whatever the order they were set in.
	.filter((name) => !/^\d+$/.test(name));

test('distinct names without dots come back as exactly those entries, in order', () => {
	const entries = fc.uniqueArray(fc.tuple(plainName, anyJson), { selector: ([name]) => name });
	fc.assert(
		fc.property(entries, (list) => {
			const context = contextFromFields(fields(list));
			expect(isDeepStrictEqual(Object.entries(context), list)).toBe(true);
		}),
		{ numRuns: 300 },
	);
});

/** Every value of `tree` that is not a filled object or list, under the name of its place. */
function leaves(tree: unknown, name: string): Array<[string, unknown]> {
	if (Array.isArray(tree) && tree.length > 0) {
		return tree.flatMap((inner, index) => leaves(inner, `${name}[${index}]`));
	}
	if (typeof tree === 'object' && tree !== null && Object.keys(tree).length > 0) {
		return Object.entries(tree).flatMap(([key, inner]) =>
			leaves(inner, name === '' ? key : `${name}.${key}`),
		);
	}
	return [[name, tree]];
}

test('an object taken apart into named places comes back as that object', () => {
	const { tree } = fc.letrec<{ tree: JsonObject; value: unknown }>((tie) => ({
		tree: fc
			.uniqueArray(fc.tuple(plainName, tie('value')), {
				selector: ([name]) => name,
				minLength: 1,
				maxLength: 4,
			})
			.map((entries) => Object.fromEntries(entries) as JsonObject),
		value: fc.oneof(
			{ maxDepth: 4 },
			fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant([])),
			fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
			tie('tree'),
		),
	}));
	fc.assert(
		fc.property(tree, (object) => {
			expect(JSON.stringify(contextFromFields(fields(leaves(object, ''))))).toBe(
				JSON.stringify(object),
			);
		}),
		{ numRuns: 300 },
	);
});

test('empty fields are left out when that is wanted, before anything is said of them', () => {
	const fields = [
		{ name: 'a', value: '', type: 'string' },
		{ name: 'b', value: ' ', type: 'number' },
		{ name: 'c.d', value: undefined, type: 'object' },
		{ name: '', value: null, type: 'string' },
		{ name: 'e', value: ' ', type: 'string' },
		{ name: 'f', value: false, type: 'boolean' },
	];
	expect(contextFromFields(fields, true)).toEqual({ e: ' ', f: false });
	expect(contextFromFields(fields.slice(0, 1))).toEqual({ a: '' });
	expect(refusalOf(() => contextFromFields(fields)).message).toContain('"b" should be a number');
});
