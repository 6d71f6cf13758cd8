import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import { convertField, isEmptyField } from '../../../nodes/TriggerFlow/rules/context/convertField';
import { refusalOf } from '../errors/refusal.mts';
import { anyJson, anyJsonObject, exactNumber } from './anyJson.mts';

const REFUSED = Symbol('refused');

const date = new Date(0);
const list = [1, { a: null }];
const object = { a: [1], b: 'x' };
const fn = () => 1;

/** What each kind of value becomes as String, Number, Boolean, Array and Object. */
const MATRIX: Array<[unknown, unknown, unknown, unknown, unknown, unknown]> = [
	['text', 'text', REFUSED, REFUSED, REFUSED, REFUSED],
	['', '', REFUSED, REFUSED, REFUSED, REFUSED],
	[' \n', ' \n', REFUSED, REFUSED, REFUSED, REFUSED],
	['0', '0', 0, false, REFUSED, REFUSED],
	['1', '1', 1, true, REFUSED, REFUSED],
	['2', '2', 2, REFUSED, REFUSED, REFUSED],
	['-1', '-1', -1, REFUSED, REFUSED, REFUSED],
	[' 42.5 ', ' 42.5 ', 42.5, REFUSED, REFUSED, REFUSED],
	['1e3', '1e3', 1000, REFUSED, REFUSED, REFUSED],
	['1,5', '1,5', REFUSED, REFUSED, REFUSED, REFUSED],
	['42 €', '42 €', REFUSED, REFUSED, REFUSED, REFUSED],
	['NaN', 'NaN', REFUSED, REFUSED, REFUSED, REFUSED],
	['Infinity', 'Infinity', REFUSED, REFUSED, REFUSED, REFUSED],
	['1e999', '1e999', REFUSED, REFUSED, REFUSED, REFUSED],
	['true', 'true', REFUSED, true, REFUSED, REFUSED],
	['false', 'false', REFUSED, false, REFUSED, REFUSED],
	[' TRUE\n', ' TRUE\n', REFUSED, true, REFUSED, REFUSED],
	['False', 'False', REFUSED, false, REFUSED, REFUSED],
	['yes', 'yes', REFUSED, REFUSED, REFUSED, REFUSED],
	['null', 'null', REFUSED, REFUSED, REFUSED, REFUSED],
	['[1, "x"]', '[1, "x"]', REFUSED, REFUSED, [1, 'x'], REFUSED],
	[' [] ', ' [] ', REFUSED, REFUSED, [], REFUSED],
	['[1,]', '[1,]', REFUSED, REFUSED, REFUSED, REFUSED],
	["['x']", "['x']", REFUSED, REFUSED, REFUSED, REFUSED],
	['{"a": [1]}', '{"a": [1]}', REFUSED, REFUSED, REFUSED, { a: [1] }],
	[' {} ', ' {} ', REFUSED, REFUSED, REFUSED, {}],
	["{a: 'x'}", "{a: 'x'}", REFUSED, REFUSED, REFUSED, REFUSED],
	['"x"', '"x"', REFUSED, REFUSED, REFUSED, REFUSED],
	[0, '0', 0, false, REFUSED, REFUSED],
	[1, '1', 1, true, REFUSED, REFUSED],
	[2, '2', 2, REFUSED, REFUSED, REFUSED],
	[-3.5, '-3.5', -3.5, REFUSED, REFUSED, REFUSED],
	[NaN, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED],
	[-Infinity, REFUSED, REFUSED, REFUSED, REFUSED, REFUSED],
	[true, 'true', 1, true, REFUSED, REFUSED],
	[false, 'false', 0, false, REFUSED, REFUSED],
	[12n, '12', REFUSED, REFUSED, REFUSED, REFUSED],
	[list, '[1,{"a":null}]', REFUSED, REFUSED, list, REFUSED],
	[[], '[]', REFUSED, REFUSED, [], REFUSED],
	[object, '{"a":[1],"b":"x"}', REFUSED, REFUSED, REFUSED, object],
	[{}, '{}', REFUSED, REFUSED, REFUSED, {}],
];

const TYPES = ['string', 'number', 'boolean', 'array', 'object'] as const;

const CASES = MATRIX.flatMap(([value, ...results]) =>
	TYPES.map((type, index) => [value, type, results[index]] as const),
);

test.each(CASES.filter(([, , result]) => result !== REFUSED))(
	'%p as %s is %p',
	(value, type, result) => {
		expect(convertField('f', value, type)).toStrictEqual(result);
	},
);

const WANTED = {
	string: 'a text',
	number: 'a number',
	boolean: 'a boolean',
	array: 'an array',
	object: 'an object',
};

test.each(CASES.filter(([, , result]) => result === REFUSED))(
	'%p as %s is refused',
	(value, type) => {
		const { message, description } = refusalOf(() => convertField('session.plan', value, type));
		expect(message).toContain(
			`The field "session.plan" should be ${WANTED[type]}, but its value is `,
		);
		expect(description).toContain(`Give it ${WANTED[type]} `);
		const isBlank = typeof value === 'string' && value.trim() === '';
		expect(description).toMatch(
			isBlank
				? /choose another type for the field, or turn on the option Leave Out Empty Fields\.$/
				: /, or choose another type for the field\.$/,
		);
	},
);

test.each([
	[date, 'number', 'a Date'],
	[date, 'boolean', 'a Date'],
	[date, 'array', 'a Date'],
	[date, 'object', 'a Date'],
	[new Map(), 'array', 'a Map'],
	[new Map(), 'object', 'a Map'],
	[new Set([1]), 'array', 'a Set'],
	[fn, 'string', 'a function'],
	[fn, 'number', 'a function'],
	[fn, 'boolean', 'a function'],
	[fn, 'object', 'a function'],
	[Symbol('x'), 'string', 'a Symbol'],
	[Symbol('x'), 'number', 'a Symbol'],
	[Symbol('x'), 'boolean', 'a Symbol'],
	[[1], 'object', 'a list'],
	[{ a: 1 }, 'array', 'an object'],
	[NaN, 'string', 'the number NaN'],
	[NaN, 'number', 'the number NaN'],
	[{ a: [NaN] }, 'string', 'an object'],
	[[() => 1], 'string', 'a list'],
	[new Map([[1, 2]]), 'string', 'a Map'],
	[new Set([1]), 'string', 'a Set'],
	['', 'number', 'an empty text'],
	[' ', 'boolean', 'an empty text'],
])('%p is refused as %s, calling it %s', (value, type, words) => {
	expect(refusalOf(() => convertField('f', value, type)).message).toMatch(
		new RegExp(` but its value is ${words}$`),
	);
});

describe('a refused text is quoted', () => {
	test('as it is', () => {
		expect(refusalOf(() => convertField('f', 'two', 'number')).message).toBe(
			'The field "f" should be a number, but its value is "two"',
		);
	});

	test('on one line, cut to 40 signs', () => {
		const text = `a\n\t ${'b'.repeat(50)}`;
		expect(refusalOf(() => convertField('f', text, 'number')).message).toBe(
			`The field "f" should be a number, but its value is "a ${'b'.repeat(37)}…"`,
		);
	});

	test.each([
		['[1, 2', 'array', 'line 1, column 6'],
		['\n\n {"a": tru}', 'object', 'line 3, column 8'],
	])('with the place of the mistake where it was meant to be JSON: %j', (text, type, place) => {
		const { message } = refusalOf(() => convertField('f', text, type));
		expect(message).toContain(` at ${place}, near `);
		expect(message).toMatch(/" \(.*\)$/);
	});

	test.each([
		['red, blue', 'array'],
		['x [1', 'array'],
		['{"a":1}', 'array'],
		['[1]', 'object'],
	])('without a place where it is JSON or was never meant to be: %j', (text, type) => {
		expect(refusalOf(() => convertField('f', text, type)).message).toMatch(
			/ but its value is "[^(]*"$/,
		);
	});
});

test.each([...TYPES, undefined, 'dateTime'])('a missing value is null as %s', (type) => {
	expect(convertField('f', undefined, type)).toBeNull();
	expect(convertField('f', null, type)).toBeNull();
});

test.each(['x', 0, false, NaN, list, object, date, fn])(
	'%p without a type stays the very same',
	(value) => {
		expect(convertField('f', value, undefined)).toBe(value);
	},
);

test.each(['dateTime', 'time', 'binary', 'String', '', 'toString'])(
	'the type %j is refused, naming those that there are',
	(type) => {
		const { message, description } = refusalOf(() => convertField('f', 'x', type));
		expect(message).toBe(`The field "f" has the type "${type}", which a context cannot hold`);
		expect(description).toBe('Use String, Number, Boolean, Array or Object.');
	},
);

test('an object or list of any content stays the very same under its own type', () => {
	fc.assert(
		fc.property(anyJsonObject, fc.array(anyJson), (anyObject, anyList) => {
			expect(convertField('f', anyObject, 'object')).toBe(anyObject);
			expect(convertField('f', anyList, 'array')).toBe(anyList);
		}),
	);
});

test('the JSON text of any object or list gives that object or list', () => {
	fc.assert(
		fc.property(anyJsonObject, fc.array(anyJson), (anyObject, anyList) => {
			const [object, list] = [JSON.stringify(anyObject), JSON.stringify(anyList)];
			expect(isDeepStrictEqual(convertField('f', object, 'object'), anyObject)).toBe(true);
			expect(isDeepStrictEqual(convertField('f', list, 'array'), anyList)).toBe(true);
		}),
	);
});

test('every number up to 2^53 survives the way through its own text', () => {
	fc.assert(
		fc.property(exactNumber, (number) => {
			expect(convertField('f', String(number), 'number')).toBe(number || 0);
			expect(convertField('f', number, 'number')).toBe(number);
		}),
	);
});

describe('a number above 2^53 is refused instead of rounded', () => {
	const refused = (value: unknown, type: string) => refusalOf(() => convertField('f', value, type));

	test.each([
		['12345678901234567890', 'number', '12345678901234567890'],
		[' -9007199254740993\n', 'number', '-9007199254740993'],
		[2 ** 53, 'number', '9007199254740992'],
		[-1e25, 'number', '-1e+25'],
		[12345678901234567890, 'string', '12345678901234567000'],
	])('%p as %s', (value, type, shown) => {
		expect(refused(value, type).message).toBe(
			`The field "f" is the number ${shown}, which is too large to stay exact`,
		);
		expect(refused(value, type).description).toMatch(/Give it as a text/);
	});

	test.each(['{"id":12345678901234567890}', '[9007199254740993]'])('%s within JSON', (text) => {
		const type = text.startsWith('[') ? 'array' : 'object';
		expect(refused(text, type).message).toMatch(/a number that would not stay exact .* at line 1/);
	});

	test('its text stays a text', () => {
		expect(convertField('f', '12345678901234567890', 'string')).toBe('12345678901234567890');
	});
});

test.each([
	['number', 'such as 42 or 3.14'],
	['boolean', 'true or false, '],
	['array', 'such as ["red", "blue"]'],
	['object', 'such as { "plan": "pro" }'],
])('a refusal shows what a value of type %s looks like', (type, example) => {
	const { description } = refusalOf(() => convertField('f', 'x', type));
	expect(description).toContain(example);
});

describe('what JSON cannot write as a text is refused by the name of the field', () => {
	const circle: Record<string, unknown> = {};
	circle.self = circle;

	test.each([
		['an object that refers to itself', circle],
		['an object with a BigInt in it', { a: 1n }],
		['an object that JSON writes as a number', { toJSON: () => 5 }],
	])('%s', (_what, value) => {
		expect(refusalOf(() => convertField('session', value, 'string')).message).toContain(
			'"session" should be a text',
		);
	});
});

test('a refusal shows that a text can be made of what JSON can hold', () => {
	expect(refusalOf(() => convertField('f', NaN, 'string')).description).toBe(
		'Give it a text or something that JSON can hold, or choose another type for the field.',
	);
});

test('a text that is neither true nor false: what to write of the expression is told', () => {
	const refused = refusalOf(() => convertField('f', 'yes', 'boolean', '={{ $json.a }}'));
	expect(refused.description).toMatch(
		/for the text "yes" alone, write \{\{ \$json\.a === 'yes' \}\}\.$/,
	);
	expect(refusalOf(() => convertField('f', 'yes', 'number', '={{ $json.a }}')).description).toMatch(
		/, or choose another type for the field\.$/,
	);
});

test('of a long number the first 40 signs are shown', () => {
	expect(refusalOf(() => convertField('f', '9'.repeat(100), 'number')).message).toBe(
		`The field "f" is the number ${'9'.repeat(40)}, which is too large to stay exact`,
	);
});

test.each([undefined, 'string', ...TYPES.slice(1), 'date'])(
	'of the type %s, nothing is empty',
	(type) => {
		for (const nothing of [undefined, null, '']) expect(isEmptyField(nothing, type)).toBe(true);
		for (const something of [0, false, NaN, 'a', ' a ', [], {}]) {
			expect(isEmptyField(something, type)).toBe(false);
		}
		// A text may be blank.
		expect(isEmptyField(' \n', type)).toBe(type !== undefined && type !== 'string');
	},
);
