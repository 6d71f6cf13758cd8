import assert from 'node:assert';

import fc from 'fast-check';
import { validateFieldType, Workflow, type INodeTypes } from 'n8n-workflow';

import type { JsonObject, JsonValue } from '../../../nodes/TriggerFlow/rules/context/json';
import { NotSentError } from '../../../nodes/TriggerFlow/rules/errors/failure';
import {
	contextFromForm,
	shownFields,
} from '../../../nodes/TriggerFlow/rules/form/contextFromForm';
import { valuesFromInput } from '../../../nodes/TriggerFlow/rules/form/valuesFromInput';
import {
	formFields,
	pathOf,
	shownAs,
	startValue,
	type FormField,
} from '../../../nodes/TriggerFlow/rules/form/formFields';
import session from '../../../stand-in/session.json';
import { anyJson } from '../context/anyJson.mts';

type Values = Record<string, unknown>;

/** The form as its fields fill it. */
function filled(fields: FormField[]): Values {
	return Object.fromEntries(fields.map((field) => [field.id, field.value]));
}

/** The form as n8n's editor saves it when nothing was touched and the node was closed. */
function started(fields: FormField[]): Values {
	const values = Object.fromEntries(fields.map((field) => [field.id, startValue(field)]));
	return JSON.parse(JSON.stringify(values)) as Values;
}

/** n8n's editor keeps no `null`, and, once the node was opened again, no empty text. */
function savedByEditor(values: Values): Values {
	return Object.fromEntries(
		Object.entries(values).filter(([, value]) => value !== null && value !== ''),
	);
}

const workflow = new Workflow({
	nodes: [{ id: '1', name: 'n', type: 't', typeVersion: 1, position: [0, 0], parameters: {} }],
	connections: {},
	active: false,
	nodeTypes: { getByNameAndVersion: () => undefined } as unknown as INodeTypes,
});

/** The values as n8n's engine resolves them: `getNodeParameter('contextMapping', …).value`. */
function resolved(values: Values): Values {
	const expressions = workflow.expression as unknown as {
		getParameterValue: (...args: unknown[]) => unknown;
	};
	return expressions.getParameterValue(values, null, 0, 0, 'n', [], 'manual', {}) as Values;
}

/** As n8n's `validateResourceMapperValue` does it: `getNodeParameter('contextMapping.value', …)`. */
function converted(values: Values, fields: FormField[]): Values {
	return Object.fromEntries(
		fields
			.filter(({ id }) => id in values)
			.map(({ id, type }) => {
				const result = validateFieldType(id, values[id], type);
				assert(result.valid, `${id} ${type} ${JSON.stringify(values[id])}`);
				return [id, result.newValue];
			}),
	);
}

/** As n8n's form has them. */
function shownIn(fields: FormField[]): Map<string, string> {
	return new Map(fields.map((field) => [field.id, shownAs(field)]));
}

function fieldOf(value: JsonValue): FormField[] {
	return formFields({ session: { it: value } });
}

/** What one field gives for `value` when the example holds `example`: a text for a list is typed, all else dragged. */
function given(example: JsonValue, value: unknown): unknown {
	const isTyped = typeof example === 'object' && typeof value === 'string';
	const written = { '/session/it': isTyped ? value : '={{ $json.it }}' };
	const values = { '/session/it': value };
	const context = contextFromForm(values, fieldOf(example), new Map(), { written }) as {
		session: { it: unknown };
	};
	return context.session.it;
}

function refusal(act: () => unknown): { message: string; description: string } {
	try {
		act();
	} catch (error) {
		assert(error instanceof NotSentError, String(error));
		return { message: error.message, description: error.description };
	}
	return assert.fail('not refused');
}

const key = fc.oneof(
	fc.constantFrom('', ' ', 'a', 'b', 'plan', 'a.b', 'a/b', '~', '~0', '~1', '/', '__proto__'),
	fc.constantFrom('constructor', 'toString', '0', '1', '[0]', '["a"]', '"', "'", '\\', '=1', '{{'),
	fc.constantFrom('größe', '名前', '\u200b', '\ud800', '🙂', 'two words', 'line\nbreak', '"]'),
	fc.string({ unit: 'grapheme', maxLength: 5 }),
);

const isoDate = fc
	.tuple(
		fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }),
		fc.constantFrom(10, 16, 19, 21, 23),
		fc.constantFrom('', 'Z', '+02:00', '-07:30', '+00:00'),
	)
	.map(([date, length, zone]) => {
		const text = date.toISOString().slice(0, length);
		// At noon no zone skips an hour, as it does in the night that summer time begins.
		if (zone === '') return text.replace(/T\d{2}/, 'T12');
		return length > 10 ? text + zone : text;
	});

const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
	isoDate,
	fc.constantFrom<JsonValue>(
		null,
		{},
		[],
		'',
		' ',
		true,
		false,
		0,
		'2024-02-30',
		'null',
		'{}',
		'1',
	),
	fc.constantFrom(
		'=',
		'==',
		'=1+1',
		'={{ 1 }}',
		'={{ "}}" }}',
		'=a.constructor()',
		'{{ 1 }}',
		'=\\',
	),
	anyJson,
);

const example = fc
	.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
		value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, tie('object'), tie('object')),
		object: fc
			.array(fc.tuple(key, tie('value')), { maxLength: 6 })
			.map((entries) => Object.fromEntries(entries) as JsonObject),
	}))
	// What a pasted request can hold: neither -0 nor objects without a prototype.
	.object.map((object) => JSON.parse(JSON.stringify(object)) as JsonObject);

function assertSame(actual: object, expected: object): void {
	assert.strictEqual(JSON.stringify(actual), JSON.stringify(expected));
	assert.deepStrictEqual(actual, expected);
}

const RUNS = { numRuns: 300 };

describe('any example context', () => {
	test('comes back exactly from a form filled with its own values', () => {
		fc.assert(
			fc.property(example, (object) => {
				const fields = formFields(object);
				assertSame(contextFromForm(filled(fields), fields), object);
			}),
			RUNS,
		);
	});

	test('comes back exactly from the form that n8n starts, with and without its type conversion', () => {
		fc.assert(
			fc.property(example, (object) => {
				const fields = formFields(object);
				const written = started(fields);
				const values = resolved(written);
				for (const given of [values, converted(values, fields)]) {
					assertSame(contextFromForm(given, fields, new Map(), { written }), object);
				}
			}),
			RUNS,
		);
	});

	test('comes back exactly from what the editor saves', () => {
		fc.assert(
			fc.property(example, (object) => {
				const fields = formFields(object);
				const values = resolved(savedByEditor(started(fields)));
				assertSame(contextFromForm(values, fields, shownIn(fields)), object);
			}),
			RUNS,
		);
	});

	test('gives ids and names that are unique', () => {
		fc.assert(
			fc.property(example, (object) => {
				const fields = formFields(object);
				expect(shownIn(fields).size).toBe(fields.length);
				expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
				for (const { name } of fields) expect(name).not.toMatch(/^=/);
			}),
			RUNS,
		);
	});

	test('is found in an input item that is like it', () => {
		fc.assert(
			fc.property(example, (object) => {
				const fields = formFields(object);
				assertSame(contextFromForm(valuesFromInput(object, fields).values, fields), object);
			}),
			RUNS,
		);
	});
});

describe('formFields', () => {
	test('gives the documented example a text or a toggle for each leaf, in its order', () => {
		const fields = formFields(session);
		expect(fields.map(({ id, name, type, value }) => [id, name, type, value])).toEqual([
			['/session/first_name', 'session.first_name', 'string', 'Ada'],
			['/session/last_name', 'session.last_name', 'string', 'Lovelace'],
			['/session/email', 'session.email', 'string', 'ada@example.com'],
			['/session/newsletter', 'session.newsletter', 'boolean', true],
			['/session/terms_accepted', 'session.terms_accepted', 'boolean', true],
			['/session/interests/music', 'session.interests.music', 'boolean', true],
			['/session/interests/sports', 'session.interests.sports', 'boolean', false],
			['/session/interests/travel', 'session.interests.travel', 'boolean', true],
		]);
	});

	test('gives no fields for an empty example', () => {
		expect(formFields({})).toEqual([]);
		expect(contextFromForm({}, [])).toEqual({});
		expect(valuesFromInput({ a: 1 }, []).values).toEqual({});
	});

	test.each<[JsonValue, string]>([
		['Ada', 'string'],
		['', 'string'],
		[null, 'string'],
		[3.5, 'number'],
		[false, 'boolean'],
		[[{ a: 1 }, 2], 'array'],
		[[], 'array'],
		[{}, 'object'],
		['2025-01-31', 'string'],
		['2024-02-29T00:00', 'dateTime'],
		['2025-01-31T09:30', 'dateTime'],
		['2025-01-31T09:30:00.123456Z', 'dateTime'],
		['2025-01-31T09:30:00-05:00', 'dateTime'],
		['2025-01-31T00:30+02:00', 'dateTime'],
		['2025-01-31T09:30+23:00', 'dateTime'],
		['2025-02-29', 'string'],
		['2025-13-01', 'string'],
		['2025-00-10', 'string'],
		['2025-01-31T24:00', 'string'],
		['2025-01-31 09:30', 'string'],
		['2025-01', 'string'],
		['20250131', 'string'],
		['09:30', 'string'],
	])('%j is a field of type %s', (value, type) => {
		expect(fieldOf(value)).toEqual([{ id: '/session/it', name: 'session.it', type, value }]);
	});

	test.each([
		[['session', 'plan'], '/session/plan', 'session.plan'],
		[['items', '0'], '/items/0', 'items.0'],
		[['größe', '名前'], '/größe/名前', 'größe.名前'],
		[['session', 'a.b'], '/session/a.b', 'session["a.b"]'],
		[['a.b', 'c'], '/a.b/c', '["a.b"].c'],
		[[''], '/', '[""]'],
		[['', ''], '//', '[""][""]'],
		[['a/b', '~1'], '/a~1b/~01', 'a/b.~1'],
		[['two words'], '/two words', 'two words'],
		[['two  blanks'], '/two  blanks', '["two  blanks"]'],
		[[' a'], '/ a', '[" a"]'],
		[['a[0]'], '/a[0]', '["a[0]"]'],
		[['say "hi"'], '/say "hi"', '["say \\"hi\\""]'],
		[['=1+1'], '/=1+1', '["=1+1"]'],
		[['__proto__'], '/__proto__', '__proto__'],
	])('%j has the id %s and the name %s', (path, id, name) => {
		const object = path.reduceRight<JsonValue>(
			(inner, part) => Object.fromEntries([[part, inner]]) as JsonObject,
			1,
		) as JsonObject;
		expect(formFields(object)).toEqual([{ id, name, type: 'number', value: 1 }]);
		expect(pathOf(id)).toEqual(path);
	});

	test('tells keys that look like paths from paths', () => {
		const names = formFields({ 'a.b': 1, a: { b: 2, '': 3 }, 'a["b"]': 4, '["a.b"]': 5, 'a.': 6 });
		expect(names.map(({ name }) => name)).toEqual([
			'["a.b"]',
			'a.b',
			'a[""]',
			'["a[\\"b\\"]"]',
			'["[\\"a.b\\"]"]',
			'["a."]',
		]);
	});

	test('takes what is nested too deep for a person as one field', () => {
		let deep: JsonValue = 1;
		for (let level = 0; level < 1000; level++) deep = { a: deep };
		const fields = formFields(deep as JsonObject);
		expect(fields.map(({ id, type }) => [pathOf(id).length, type])).toEqual([[32, 'object']]);
		expect(JSON.stringify(contextFromForm(started(fields), fields))).toBe(JSON.stringify(deep));
	});

	test('takes what is behind a very long key as one field', () => {
		const inner = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [String(n), n]));
		const example: JsonObject = { short: { a: 1, b: 2 }, ['k'.repeat(500)]: inner };
		const fields = formFields(example);
		expect(fields.map(({ type }) => type)).toEqual(['number', 'number', 'object']);
		expect(contextFromForm(started(fields), fields)).toEqual(example);
	});

	test('never writes one long key into each of very many fields', () => {
		const inner = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [String(n), n]));
		let example: JsonObject = inner;
		for (let level = 0; level < 20; level++) example = { ['k'.repeat(level * 10)]: example };
		const written = formFields({ example }).map(({ id, name }) => id.length + name.length);
		expect(Math.max(...written)).toBeLessThan(2_500);
	});
});

describe('startValue', () => {
	test.each<[JsonValue, unknown]>([
		['Ada', ['Ada']],
		['', ''],
		[null, null],
		[0, 0],
		[false, false],
		['2025-01-31', ['2025-01-31']],
		['2025-01-31T09:30', '2025-01-31T09:30'],
		[
			['a', 1],
			['a', 1],
		],
		[{}, {}],
		[[], []],
		[['a', '=A1'], '={{ JSON.parse("[\\"a\\",\\"=A1\\"]") }}'],
		[[{ a: '=1' }], '={{ JSON.parse("[\\u007b\\"a\\":\\"=1\\"\\u007d]") }}'],
		['a=1', ['a=1']],
		['=A1', '={{ "=A1" }}'],
		['={{ $json.a }}', '={{ "=\\u007b\\u007b $json\\u002ea \\u007d\\u007d" }}'],
	])('of %j is %j', (value, expected) => {
		expect(fieldOf(value).map(startValue)).toEqual([expected]);
	});
});

test.each<[JsonValue, string]>([
	[['a'], 'json'],
	[{}, 'json'],
	['a', 'string'],
	[5, 'number'],
	['2025-01-31T09:30', 'dateTime'],
])('n8n gets to know %j as %s', (value, type) => {
	expect(fieldOf(value).map(shownAs)).toEqual([type]);
});

describe('contextFromForm', () => {
	test.each<[string, JsonValue, unknown[], unknown]>([
		['a text', 'new', ['old'], 'old'],
		['a list, which may be one of the flow', ['new'], ['old'], ['old']],
	])(
		'takes what a form was started with from another example, where it is now %s',
		(_what, exampleValue, old, expected) => {
			const values = { '/session/it': old };
			const context = contextFromForm(values, fieldOf(exampleValue));
			expect(context).toEqual({ session: { it: expected } });
		},
	);

	// As n8n's editor shows them on 2.41.1: "old,older", "1", "[object Object]", and the switch as an empty number.
	test.each<[JsonValue, unknown, RegExp]>([
		['new', ['old', 'older'], /should be a text, but its value is a list/],
		['new', [1], /should be a text, but its value is a list/],
		['new', [], /should be a text, but its value is a list/],
		['new', {}, /should be a text, but its value is an object/],
		['new', [{ x: 1 }], /should be a text, but its value is a list/],
		[5, true, /should be a number, but its value is the boolean true/],
		[5, false, /should be a number, but its value is the boolean false/],
		[5, ['7'], /should be a number, but its value is a list/],
		['2025-01-31T09:30', ['2024-12-24T18:00'], /should be a date, but its value is a list/],
		['2025-01-31T09:30', 'soon', /should be a date, but its value is "soon"/],
		['2025-01-31T09:30', '2025-01-31', /should be a date, but its value is "2025-01-31"/],
		['2025-01-31T09:30', 5, /should be a date, but its value is the number 5/],
		[null, ['red', 'blue'], /should be a text, but its value is a list/],
		[null, { a: 1 }, /should be a text, but its value is an object/],
		[true, 'true', /should be true or false, but its value is "true"/],
		[false, 0, /should be true or false, but its value is the number 0/],
		[true, 1, /should be true or false, but its value is the number 1/],
		[false, ['true'], /should be true or false, but its value is a list/],
	])(
		'where the example is %j, the form shows what it holds for %j otherwise: refused',
		(now, old, message) => {
			const saved = { '/session/it': old };
			expect(refusal(() => contextFromForm(saved, fieldOf(now))).message).toMatch(message);
		},
	);

	test.each<[JsonValue, unknown, unknown]>([
		['new', ['old', 'older'], '["old","older"]'],
		[5, true, 1],
		[true, 'true', true],
		['2025-01-31T09:30', 'soon', 'soon'],
		[null, { a: 1 }, { a: 1 }],
	])('where the example is %j, an expression or the input may give %j', (now, value, sent) => {
		for (const written of [{ '/session/it': '={{ $json.it }}' }, {}]) {
			const values = { '/session/it': value };
			const context = contextFromForm(values, fieldOf(now), new Map(), { written });
			expect(context).toEqual({ session: { it: sent } });
		}
	});

	test('does not take an array for what a form was started with, where the field is an object', () => {
		expect(refusal(() => contextFromForm({ '/session/it': ['{}'] }, fieldOf({}))).message).toMatch(
			/should be an object, but its value is a list/,
		);
	});

	test.each<[string, JsonValue, unknown, unknown]>([
		['a number typed as text', 5, ' 12 ', 12],
		['a number', 5, 0, 0],
		['a boolean typed as text', true, 'False', false],
		['a number in a text field', 'a', 5, '5'],
		['an object in a text field', 'a', { b: 1 }, '{"b":1}'],
		['an emptied text', 'a', '', ''],
		['JSON text in a list field', ['a'], '[1, {"b": []}]', [1, { b: [] }]],
		['a list', ['a'], [1], [1]],
		['a list of one text', ['a'], ['b'], ['b']],
		['a list in a text field', 'Ada', ['Ada', 'Grace'], '["Ada","Grace"]'],
		['a list of one text in a text field', 'a', ['"a"'], '["\\"a\\""]'],
		['null where the example has a date', '2025-01-31T09:30', null, null],
		['a number where the example is a day', '2025-01-31', 5, '5'],
		[
			'the time that a date field of old has put behind a day',
			'2025-01-31',
			'2025-02-01T00:00:00',
			'2025-02-01T00:00:00',
		],
		[
			'JSON text in a list of texts, as forms of old hold the example',
			['a', 'b'],
			['["a","b"]'],
			['a', 'b'],
		],
		['JSON text that forms of old hold for an object', {}, '{}', {}],
		['JSON text in an object field', {}, '{"b": {"c": null}}', { b: { c: null } }],
		['an object', {}, { b: 1 }, { b: 1 }],
		['null, which n8n makes of a missing value', 'a', null, null],
		['undefined', 5, undefined, null],
		['a text where the example has null', null, '5', '5'],
		['an object where the example has null', null, { a: 1 }, { a: 1 }],
		['undefined, which n8n makes of null', null, undefined, null],
		['a Date in a text field', 'a', new Date(0), '1970-01-01T00:00:00.000Z'],
		['a Date where the example has null', null, new Date(0), '1970-01-01T00:00:00.000Z'],
	])('takes %s', (_what, exampleValue, value, expected) => {
		expect(given(exampleValue, value)).toEqual(expected);
	});

	test('keeps the order of the example and leaves out what was removed', () => {
		const fields = formFields({ z: { b: 1, a: 2 }, y: { only: true }, x: 'x' });
		const context = contextFromForm({ '/x': 'new', '/z/a': '7', '/z/b': 6 }, fields);
		expect(JSON.stringify(context)).toBe('{"z":{"b":6,"a":7},"x":"new"}');
		expect(contextFromForm({}, fields)).toEqual({});
	});

	test('keeps __proto__ as a key', () => {
		const object = JSON.parse('{"__proto__":{"__proto__":1,"constructor":2}}') as JsonObject;
		const fields = formFields(object);
		const context = contextFromForm(started(fields), fields);
		assertSame(context, object);
		expect(Object.getPrototypeOf(context)).toBe(Object.prototype);
	});

	test('does not hand the example over to be changed', () => {
		const object = { list: [1] };
		const fields = formFields(object);
		const context = contextFromForm(started(fields), fields) as { list: number[] };
		context.list.push(2);
		expect(object).toEqual({ list: [1] });
	});

	describe('emptied fields, for which n8n saves no value', () => {
		test('are told from removed ones by what the form shows', () => {
			const fields = formFields({ text: 'a', blank: '', none: null, gone: 'b', later: 'c' });
			const shown = shownFields([
				{ id: '/text' },
				{ id: '/blank', removed: false },
				{ id: '/none' },
				{ id: '/gone', removed: true },
				{ id: '/of/an/older/request' },
			]);
			assertSame(contextFromForm({}, fields, shown), { text: '', blank: '', none: null });
		});

		test.each([true, false])('are refused where the form shows a switch (example %p)', (on) => {
			const fields = formFields({ ad: { on } });
			const shown = shownFields([{ id: '/ad/on' }]);
			for (const values of [{}, { '/ad/on': null }]) {
				for (const leaveOutEmpty of [false, true]) {
					const read = () => contextFromForm(values, fields, shown, { leaveOutEmpty });
					expect(refusal(read)).toEqual({
						message: 'The switch "ad.on" is new: click it to set it',
						description:
							'It has no value yet, whatever the form shows: click it until it stands as you want it, or remove the field from the form.',
					});
				}
			}
			assertSame(contextFromForm({ '/ad/on': !on }, fields, shown), { ad: { on: !on } });
		});

		test('a switch whose expression finds nothing is no new one', () => {
			const written = { '/on': '={{ $json.on }}' };
			const read = (leaveOutEmpty: boolean) =>
				contextFromForm(
					{ '/on': undefined },
					formFields({ on: true }),
					new Map([['/on', 'boolean']]),
					{
						written,
						leaveOutEmpty,
					},
				);
			assertSame(read(false), { on: null });
			assertSame(read(true), {});
		});

		test.each<[JsonValue, string]>([
			[5, 'a number'],
			[['a'], 'a list such as ["red", "blue"]'],
			[{}, 'an object such as { "plan": "pro" }'],
			['2025-01-31T09:30', 'a date such as 2025-01-31T09:30:00Z'],
		])('are refused where the example is %j', (exampleValue, expected) => {
			const fields = fieldOf(exampleValue);
			const error = {
				message: 'The field "session.it" is empty',
				description: `Give it ${expected}, remove the field from the form, or turn on the option Leave Out Empty Fields.`,
			};
			expect(refusal(() => contextFromForm({}, fields, shownIn(fields)))).toEqual(error);
			expect(refusal(() => given(exampleValue, ''))).toEqual(error);
			expect(refusal(() => given(exampleValue, ' \n'))).toEqual(error);
		});
	});

	test('refuses a value that does not fit, with advice that fits this form', () => {
		expect(refusal(() => given(5, 'many'))).toEqual({
			message: 'The field "session.it" should be a number, but its value is "many"',
			description:
				'Give it a number, or remove the field (from the form, or with Map Automatically from the input).',
		});
		expect(refusal(() => given(['a'], '["a",]')).message).toMatch(/at line 1, column/);
		expect(refusal(() => given({}, '[1]')).message).toMatch(/"session.it" should be an object/);
		expect(refusal(() => given(5, [5])).message).toMatch(/"session.it" should be a number/);
		expect(refusal(() => given('a', { toJSON: () => 5 })).description).toMatch(/^Give it a text,/);
		expect(refusal(() => given(true, 'maybe')).message).toMatch(/"session.it" should be a boolean/);
	});

	test('refuses a number above 2^53 instead of rounding it, also that of the example', () => {
		const message =
			'The field "session.it" is the number 12345678901234567000, which is too large to stay exact';
		const refused = { message, description: expect.stringMatching(/make the field a text/) };
		expect(refusal(() => given(5, 12345678901234567000))).toEqual(refused);
		expect(refusal(() => given(12345678901234567000, 12345678901234567000))).toEqual(refused);
		expect(refusal(() => given(5, '12345678901234567000'))).toEqual(refused);
		expect(refusal(() => given('a', 12345678901234567000))).toEqual(refused);
		expect(given('a', '12345678901234567000')).toBe('12345678901234567000');
	});

	test('refuses a value for a field that the request does not have any more', () => {
		const fields = formFields({ plan: 'pro' });
		const stale = (value: unknown) => contextFromForm({ '/plan': 'x', '/a.b/c': value }, fields);
		expect(refusal(() => stale('y'))).toEqual({
			message: 'The form fills the field "["a.b"].c", which the pasted request does not have',
			description:
				'The request was changed after the form was filled: refresh the form and check its fields.',
		});
		expect(refusal(() => stale(false)).message).toMatch(/does not have/);
		for (const nothing of [null, undefined, '']) expect(stale(nothing)).toEqual({ plan: 'x' });
		const notAPointer = () => contextFromForm({ plan: 1 }, fields);
		expect(refusal(notAPointer).message).toMatch(/the field "plan", which/);
	});

	describe('dates', () => {
		/** As luxon's DateTime: what n8n makes of the values of a date field. */
		const asDateTime = (text: string) =>
			(validateFieldType('f', text, 'dateTime') as unknown as { newValue: Date }).newValue;

		test.each([
			'2025-01-31T09:30',
			'2025-01-31T09:30:00',
			'2025-01-31T09:30:00.5',
			'2025-01-31T09:30:00Z',
			'2025-01-31T09:30:00+00:00',
			'2025-01-31T09:30:00.123456-05:00',
		])('%s comes back as it is written', (text) => {
			const dateTime = asDateTime(text);
			expect(typeof dateTime).toBe('object');
			expect(given(text, dateTime)).toBe(text);
			expect(given(text, dateTime.toJSON())).toBe(text);
			expect(given(text, text)).toBe(text);
		});

		test('without a zone come back as written in every zone', () => {
			expect(given('2025-01-31T09:30', '2025-01-31T09:30:00.000-08:00')).toBe('2025-01-31T09:30');
		});

		test('with a zone come back as written from every zone', () => {
			expect(given('2025-01-31T09:30:00Z', new Date('2025-01-31T09:30:00Z'))).toBe(
				'2025-01-31T09:30:00Z',
			);
			expect(given('2025-01-31T09:30:00Z', '2025-01-31T11:30:00.000+02:00')).toBe(
				'2025-01-31T09:30:00Z',
			);
		});

		test.each([
			...['2025-01-31T09:30', '2025-02-01', 'tomorrow', '31.1.2025', '09:30'],
			...['2025-01-31T12:00:00.000Z', 'on 2025-01-31T00:00:00.000Z', '2025-01-31T00:00:00.000Z?'],
		])('the mapped text %s is kept as it is', (text) => {
			expect(given('2025-01-31', text)).toBe(text);
			expect(given('2025-02-01T09:30', text)).toBe(text);
			expect(given('2025-01-31T00:00', text)).toBe(text);
			expect(given('2025-01-31T09:30:00Z', text)).toBe(text);
		});

		test('other dates become ISO text', () => {
			const other = '2030-12-24T18:00:00.000+01:00';
			expect(given('2025-01-31T09:30', asDateTime(other))).toBe(other);
			expect(given('2025-01-31', new Date(0))).toBe('1970-01-01T00:00:00.000Z');
		});

		test.each<[unknown, string]>([
			[5, 'the number 5'],
			[true, 'the boolean true'],
			[['a'], 'a list'],
			[{ a: 1 }, 'an object'],
			[new Date('nonsense'), 'an invalid date'],
			['Invalid DateTime', 'an invalid date'],
		])('%p is refused', (value, found) => {
			expect(refusal(() => given('2025-01-31T09:30', value))).toEqual({
				message: `The field "session.it" should be a date, but its value is ${found}`,
				description:
					'Give it a date such as 2025-01-31T09:30:00Z, or remove the field (from the form, or with Map Automatically from the input).',
			});
		});
	});
});

describe('a list that was typed without brackets', () => {
	test.each<[JsonValue[], string, JsonValue[]]>([
		[['a'], 'red, blue', ['red', 'blue']],
		[['a', 'b'], ' red ,light blue\n', ['red', 'light blue']],
		[['a'], 'red', ['red']],
		[['a'], '"red", "light, blue"', ['red', 'light, blue']],
		[['a'], '1, true', ['1', 'true']],
		[['a'], "O'Brien, null", ["O'Brien", 'null']],
		[['a'], "rock 'n', 'n' roll", ["rock 'n'", "'n' roll"]],
		[[1], '1, -2.5', [1, -2.5]],
		[[true, false], 'true,false', [true, false]],
	])('for the example %j, %j is %j', (exampleValue, typed, expected) => {
		expect(given(exampleValue, typed)).toEqual(expected);
	});

	test.each<[JsonValue[], string]>([
		[['a'], 'red,,blue'],
		[['a'], 'red, blue,'],
		[['a'], '"red, blue'],
		[['a'], "'red', 'blue'"],
		[['a'], '["red", "blue"'],
		[['a'], 'red\nblue'],
		[['a'], '{red}'],
		[[1], '1, two'],
		[[1], '1, "2"'],
		[[1], '1;2'],
		[[1], '12345678901234567890, 1'],
		[[true], 'yes, no'],
		[[], 'red, blue'],
		[['a', 1], 'red, blue'],
		[[null], 'red, blue'],
		[[{ a: 1 }], 'red, blue'],
	])('for the example %j, %j is refused, and shown how to write it', (exampleValue, typed) => {
		expect(refusal(() => given(exampleValue, typed)).description).toMatch(
			/a list such as \["red", "blue"\]/,
		);
	});

	test('is none where an expression gives the text: nobody has seen it as a list', () => {
		const fields = fieldOf(['a']);
		const [values, written] = ['red, blue', '={{ $json.tags }}'].map((it) => ({
			'/session/it': it,
		}));
		expect(
			refusal(() => contextFromForm(values ?? {}, fields, new Map(), { written })).message,
		).toMatch(/"session.it" should be an array, but its value is "red, blue"/);
	});
});

describe('Leave Out Empty Fields', () => {
	const leave = (values: Values, object: JsonObject, shown = new Map<string, string>()) =>
		contextFromForm(values, formFields(object), shown, { leaveOutEmpty: true });

	test.each<[string, JsonValue, unknown]>([
		['an emptied text', 'a', ''],
		['null', 'a', null],
		['undefined', 'a', undefined],
		['a number without a value', 5, ''],
		['a blank in a number field', 5, ' \n'],
		['a list without a value', ['a'], ''],
		['an object without a value', {}, null],
		['a date without a value', '2025-01-31T09:30', ''],
		['a switch that got nothing', true, null],
		['an example of null', null, null],
		['an example that is empty', '', ''],
	])('leaves out %s', (_what, exampleValue, value) => {
		expect(
			leave({ '/a': value, '/b/c': value }, { a: exampleValue, b: { c: exampleValue } }),
		).toEqual({});
	});

	test.each<[JsonValue, unknown, unknown]>([
		[5, 0, 0],
		[true, false, false],
		['a', ' ', ' '],
		[['a'], [], []],
		[{}, {}, {}],
	])('keeps what holds something: for %j, %j', (exampleValue, value, expected) => {
		expect(leave({ '/a': value }, { a: exampleValue })).toEqual({ a: expected });
	});

	test('leaves out fields that were emptied in the form', () => {
		const shown = new Map([
			['/text', 'string'],
			['/count', 'number'],
		]);
		expect(leave({}, { text: 'a', count: 5 }, shown)).toEqual({});
	});

	test('is off by default', () => {
		expect(contextFromForm({ '/a': '' }, formFields({ a: 'a' }))).toEqual({ a: '' });
	});
});

describe('a text in a switch', () => {
	const advice = (value: unknown, written: unknown) =>
		refusal(() =>
			contextFromForm({ '/on': value }, formFields({ on: true }), new Map(), {
				written: { '/on': written },
			}),
		).description;

	test.each([
		['yes', '={{ $json.newsletter }}', "{{ $json.newsletter === 'yes' }}"],
		['No', '={{ $json.body["News letter"] }}', '{{ $json.body["News letter"] === \'yes\' }}'],
		['Ja ', '={{ $json.a || $json.b }}', "{{ ($json.a || $json.b) === 'Ja ' }}"],
	])('%s of %s is refused with %s', (value, written, expected) => {
		expect(advice(value, written)).toBe(
			`Give it true or false, or remove the field (from the form, or with Map Automatically from the input). To have it on for the text "${expected.split("'")[1]?.trim()}" alone, write ${expected}.`,
		);
	});

	test('is told of no other field', () => {
		const written = { '/n': '={{ $json.n }}' };
		const read = () =>
			contextFromForm({ '/n': 'many' }, formFields({ n: 1 }), new Map(), { written });
		expect(refusal(read).description).toBe(
			'Give it a number, or remove the field (from the form, or with Map Automatically from the input).',
		);
	});

	test.each([
		['yes', 'yes'],
		['yes', '=yes'],
		['yes', '={{ $json.a }} {{ $json.b }}'],
		["y'es", '={{ $json.a }}'],
		[5, '={{ $json.a }}'],
		['y'.repeat(50), '={{ $json.a }}'],
	])('%p of %p is refused without', (value, written) => {
		expect(advice(value, written)).toBe(
			'Give it true or false, or remove the field (from the form, or with Map Automatically from the input).',
		);
	});
});

describe('valuesFromInput', () => {
	const fields = formFields({ session: { plan: 'pro', seats: 5 }, owner: { plan: 'x' } });

	test('looks at the path, then under the readable name, then under a last key of its own', () => {
		const item = {
			session: { plan: 'a' },
			'session.plan': 'not this',
			'owner.plan': 'b',
			seats: 7,
			plan: 'not this: two fields end so',
		};
		expect(valuesFromInput(item, fields).values).toEqual({
			'/session/plan': 'a',
			'/session/seats': 7,
			'/owner/plan': 'b',
		});
	});

	test('looks for the last key, however deep its place is', () => {
		const deep = formFields({ a: { b: { c: 1 } } });
		expect(valuesFromInput({ c: 2 }, deep).values).toEqual({ '/a/b/c': 2 });
	});

	test('leaves out what is not found, but not what is null, false or empty', () => {
		const item = { session: { plan: null, seats: 0 }, owner: 'a text' };
		expect(valuesFromInput(item, fields).values).toEqual({
			'/session/plan': null,
			'/session/seats': 0,
		});
	});

	test('takes undefined for nothing, as JSON does', () => {
		const item = { session: { plan: undefined, seats: 7 }, x: undefined };
		const { values, gaps } = valuesFromInput(item as unknown as JsonObject, fields);
		expect(values).toEqual({ '/session/seats': 7 });
		expect(gaps).toEqual({ notFound: ['session.plan', 'owner.plan'], leftOut: [] });
	});

	test('finds only what the item itself holds', () => {
		const inherited = formFields({ constructor: 1, a: { toString: 2 } } as unknown as JsonObject);
		expect(refusal(() => valuesFromInput({ a: {} }, inherited)).message).toMatch(/has none/);
	});

	test('says which names were looked for when it finds none', () => {
		expect(refusal(() => valuesFromInput({ plan: 'two fields end so' }, fields))).toEqual({
			message: "The input item has none of the form's fields",
			description:
				"Looked for session.plan, session.seats, owner.plan. Name the input's fields like these, or map them by hand.",
		});
	});

	describe('names that are written otherwise', () => {
		const form = formFields({
			session: { first_name: 'a', 'E-Mail': 'b', interests: { musicLover: true } },
		});
		const values = (item: JsonObject) => valuesFromInput(item, form).values;

		test('fit without regard to case, spaces, _ and -', () => {
			const session = { 'First Name': 'Grace', email: 'g@x', Interests: { 'music-lover': false } };
			const expected = {
				'/session/first_name': 'Grace',
				'/session/E-Mail': 'g@x',
				'/session/interests/musicLover': false,
			};
			expect(values({ Session: session })).toEqual(expected);
			expect(values({ FirstName: 'Grace', EMAIL: 'g@x', music_lover: false })).toEqual(expected);
			expect(values({ 'Session.First Name': 'Grace' })).toEqual({ '/session/first_name': 'Grace' });
		});

		test('are not guessed at where two fit, in the input or in the form', () => {
			expect(values({ 'first name': 'a', firstName: 'b', email: 'c' })).toEqual({
				'/session/E-Mail': 'c',
			});
			const twins = formFields({ a: { plan: 1 }, b: { Plan: 2 }, seats: 3 });
			expect(valuesFromInput({ PLAN: 5, seats: 4 }, twins).values).toEqual({ '/seats': 4 });
		});

		test('are those that are written exactly so, where there is one, on each level', () => {
			const item = { SESSION: { first_name: 'a', 'First Name': 'b' } };
			expect(values(item)).toEqual({ '/session/first_name': 'a' });
		});

		test('leave what is written exactly so to the field of that name', () => {
			const both = formFields({ first_name: 'a', firstname: 'b' });
			expect(valuesFromInput({ firstname: 'x' }, both).values).toEqual({ '/firstname': 'x' });
			expect(valuesFromInput({ firstname: 'x', 'First Name': 'y' }, both).values).toEqual({
				'/firstname': 'x',
			});
		});
	});

	describe("behind n8n's Webhook", () => {
		const request = (body: JsonValue): JsonObject => ({
			headers: { plan: 'of the headers' },
			params: {},
			query: { plan: 'of the query' },
			body,
			webhookUrl: 'https://n8n.example/webhook/x',
		});
		const form = formFields({ session: { plan: 'pro', query: 'shoes' } });

		test('the fields are those of the body', () => {
			const body = { plan: 'free', query: 'boots' };
			expect(valuesFromInput(request(body), form).values).toEqual({
				'/session/plan': 'free',
				'/session/query': 'boots',
			});
			expect(valuesFromInput(request({ session: { plan: 'x' } }), form).values).toEqual({
				'/session/plan': 'x',
			});
		});

		test('nothing of the request itself is taken for a field', () => {
			expect(valuesFromInput(request({ plan: 'free' }), form).values).toEqual({
				'/session/plan': 'free',
			});
			const alike = formFields({ plan: 'pro', query: 'shoes' });
			expect(valuesFromInput(request({ plan: 'free' }), alike).values).toEqual({ '/plan': 'free' });
		});

		test.each([
			['plan', { plan: 'of Edit Fields' }],
			['its whole name', { 'session.plan': 'of Edit Fields' }],
			['another way to write it', { Session: { PLAN: 'of Edit Fields' } }],
			['its last key', { Plan: 'of Edit Fields' }],
		])('what a node behind it has added comes first: %s', (_, added) => {
			const item = { ...request({ query: 'boots', other: 1 }), ...added, more: 2 };
			expect(valuesFromInput(item, form)).toEqual({
				values: { '/session/plan': 'of Edit Fields', '/session/query': 'boots' },
				gaps: { notFound: [], leftOut: ['more', 'body.other'] },
			});
			const alone = { ...request({}), ...added };
			expect(valuesFromInput(alone, form).values).toEqual({ '/session/plan': 'of Edit Fields' });
		});

		test('what of its body gave way to an added field was left out', () => {
			const ofWebhook = { executionMode: 'test', jwtPayload: { sub: 'a' } };
			const item = { ...request({ plan: 'as it came' }), ...ofWebhook, plan: 'mended' };
			expect(valuesFromInput(item, formFields({ plan: 'pro', executionMode: 'x' }))).toEqual({
				values: { '/plan': 'mended' },
				gaps: { notFound: ['executionMode'], leftOut: ['body.plan'] },
			});
		});

		test.each([
			['the body has the name as it is', { session: { plan: 'of the body' } }, { Plan: 'x' }],
			['the body has all of the path', { Session: { PLAN: 'of the body' } }, { plan: 'x' }],
		])('an added field of which only the last key fits comes behind: %s', (_, body, added) => {
			expect(valuesFromInput({ ...request(body), ...added }, form).values).toEqual({
				'/session/plan': 'of the body',
			});
		});

		test('a form for the whole request gets it', () => {
			const whole = formFields({ body: { email: 'a' }, query: { plan: 'b' } });
			expect(valuesFromInput(request({ email: 'x' }), whole).values).toEqual({
				'/body/email': 'x',
				'/query/plan': 'of the query',
			});
		});

		test.each([['a text'], [null], [[1]]])('a body that is %j is none to look into', (body) => {
			const item = { ...request(body), plan: 'free' };
			expect(valuesFromInput(item, form).values).toMatchObject({ '/session/plan': 'free' });
		});

		test.each([
			['headers', ['headers']],
			['all but the body', ['headers', 'params', 'query', 'webhookUrl']],
		])('the body is looked into where a node behind it has dropped %s', (_, dropped) => {
			const kept = Object.entries(request({ plan: 'free', query: 'boots' }));
			const item = Object.fromEntries(kept.filter(([key]) => !dropped.includes(key)));
			expect(valuesFromInput({ ...item, more: 1 }, form)).toEqual({
				values: { '/session/plan': 'free', '/session/query': 'boots' },
				gaps: { notFound: [], leftOut: ['more'] },
			});
			expect(valuesFromInput({ ...item, plan: 'mended' }, form).values).toMatchObject({
				'/session/plan': 'mended',
			});
		});

		test.each(['headers', 'params', 'query'])('%s counts as added where it is a value', (key) => {
			const fields = formFields({ [key]: 'x', plan: 'pro' });
			const item = { ...request({ [key]: 'of the body', plan: 'free' }), [key]: 'mended' };
			expect(valuesFromInput(item, fields)).toEqual({
				values: { [`/${key}`]: 'mended', '/plan': 'free' },
				gaps: { notFound: [], leftOut: [`body.${key}`] },
			});
		});

		test.each<[JsonObject, JsonObject]>([
			[
				{ id: 1, body: {} },
				{ id: 7, body: { a: 1 } },
			],
			[
				{ to: 'x', body: 'y' },
				{ to: 'a@b.c', body: { html: '<p>' } },
			],
			[
				{ statusCode: 1, headers: {}, body: {} },
				{ statusCode: 200, headers: {}, body: { c: 1 } },
			],
			[
				{ query: {}, q: 'x' },
				{ query: { a: 1 }, q: 'y', body: { b: 1 } },
			],
		])('of an item that is no request, %j takes its own from %j', (example, item) => {
			const own = Object.keys(example).map((key) => [`/${key}`, item[key]]);
			const { values, gaps } = valuesFromInput(item, formFields(example));
			expect(values).toEqual(Object.fromEntries(own));
			expect(gaps).toEqual({ notFound: [], leftOut: 'q' in example ? ['body.b'] : [] });
		});

		test('an item with a body of its own keeps what is beside it', () => {
			const item = { webhookUrl: 'https://crm.example', body: { plan: 'free' }, id: 7 };
			const fields = formFields({ webhookUrl: 'x', plan: 'pro', id: 1 });
			expect(valuesFromInput(item, fields)).toEqual({
				values: { '/webhookUrl': 'https://crm.example', '/plan': 'free', '/id': 7 },
				gaps: { notFound: [], leftOut: [] },
			});
			const { gaps } = valuesFromInput(item, formFields({ plan: 'pro' }));
			expect(gaps.leftOut).toEqual(['webhookUrl', 'id']);
		});
	});

	describe('gaps', () => {
		const form = formFields({ session: { plan: 'pro', seats: 5, rows: [1] }, email: 'x' });

		test('are the fields that found nothing, and what nobody took', () => {
			const session = { plan: 'a', color: 'red', size: { a: 1 } };
			const item = { session, EMAIL: null, id: 7, deep: { a: { b: 1 } } };
			expect(valuesFromInput(item, form).gaps).toEqual({
				notFound: ['session.seats', 'session.rows'],
				leftOut: ['session.color', 'session.size', 'id', 'deep'],
			});
		});

		test('of a request are those of its body', () => {
			const item = { headers: { a: 1 }, params: {}, query: {}, body: { plan: 'a', 'my id': 7 } };
			expect(valuesFromInput(item, form).gaps.leftOut).toEqual(['body.my id']);
		});

		test('are none where all of the input is like the form', () => {
			fc.assert(
				fc.property(example, (object) => {
					const gaps = { notFound: [], leftOut: [] };
					expect(valuesFromInput(object, formFields(object)).gaps).toEqual(gaps);
				}),
				RUNS,
			);
		});
	});

	test('is quick for wide items and wide forms', () => {
		const wide = (prefix: string) =>
			Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`${prefix} ${n}`, n]));
		const { gaps, values } = valuesFromInput(
			{ ...wide('a'), ...wide('B') },
			formFields(wide('b_')),
		);
		expect(Object.keys(values)).toHaveLength(3_000);
		expect(gaps.leftOut).toHaveLength(3_000);
	});
});
