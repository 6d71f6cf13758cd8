import assert from 'node:assert';

import fc from 'fast-check';
import { validateFieldType, Workflow, type INodeTypes } from 'n8n-workflow';

import type { JsonObject, JsonValue } from '../../../nodes/TriggerFlow/rules/context/json';
import { NotSentError } from '../../../nodes/TriggerFlow/rules/errors/failure';
import {
	contextFromForm,
	shownFields,
} from '../../../nodes/TriggerFlow/rules/startEvent/contextFromForm';
import { valuesFromInput } from '../../../nodes/TriggerFlow/rules/startEvent/valuesFromInput';
import {
	formFields,
	pathOf,
	startValue,
	type FormField,
} from '../../../nodes/TriggerFlow/rules/startEvent/formFields';
import session from '../../../stand-in/session.json';
import { anyJson } from '../context/anyJson.mts';

type Values = Record<string, unknown>;

/** The form as its fields fill it. */
function filled(fields: FormField[]): Values {
	return Object.fromEntries(fields.map((field) => [field.id, field.value]));
}

/** The form as n8n's editor saves it when nothing was touched and the node was closed. */
function started(fields: FormField[]): Values {
	return Object.fromEntries(fields.map((field) => [field.id, startValue(field)]));
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
				assert(result.valid, `${id} ${type} ${String(values[id])}`);
				return [id, result.newValue];
			}),
	);
}

function idsOf(fields: FormField[]): Set<string> {
	return new Set(fields.map(({ id }) => id));
}

function fieldOf(value: JsonValue): FormField[] {
	return formFields({ session: { it: value } });
}

/** What one field gives for `value` when the example holds `example`. */
function given(example: JsonValue, value: unknown): unknown {
	const context = contextFromForm({ '/session/it': value }, fieldOf(example)) as {
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
				const values = resolved(started(fields));
				assertSame(contextFromForm(values, fields), object);
				assertSame(contextFromForm(converted(values, fields), fields), object);
			}),
			RUNS,
		);
	});

	test('comes back exactly from what the editor saves', () => {
		fc.assert(
			fc.property(example, (object) => {
				const fields = formFields(object);
				const values = resolved(savedByEditor(started(fields)));
				assertSame(contextFromForm(values, fields, idsOf(fields)), object);
			}),
			RUNS,
		);
	});

	test('gives ids and names that are unique', () => {
		fc.assert(
			fc.property(example, (object) => {
				const fields = formFields(object);
				expect(idsOf(fields).size).toBe(fields.length);
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
				assertSame(contextFromForm(valuesFromInput(object, fields), fields), object);
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
		expect(contextFromForm(null, [])).toEqual({});
		expect(valuesFromInput({ a: 1 }, [])).toEqual({});
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
		['2025-01-31', 'dateTime'],
		['2024-02-29', 'dateTime'],
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
		[['two words'], '/two words', '["two words"]'],
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
		expect(fields.map(({ type }) => type)).toEqual(['object']);
		expect(JSON.stringify(contextFromForm(started(fields), fields))).toBe(JSON.stringify(deep));
	});
});

describe('startValue', () => {
	test.each<[JsonValue, unknown]>([
		['Ada', ['Ada']],
		['', ''],
		[null, null],
		[0, 0],
		[false, false],
		['2025-01-31', '2025-01-31'],
		[['a', 1], ['["a",1]']],
		[{}, '{}'],
		['a=1', ['a=1']],
		['=A1', '={{ "=A1" }}'],
		['={{ $json.a }}', '={{ "=\\u007b\\u007b $json\\u002ea \\u007d\\u007d" }}'],
	])('of %j is %j', (value, expected) => {
		expect(fieldOf(value).map(startValue)).toEqual([expected]);
	});
});

describe('contextFromForm', () => {
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
		['null where the example has a date', '2025-01-31', null, null],
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

		test('are off where the form shows a switch', () => {
			const fields = formFields({ on: true });
			assertSame(contextFromForm({}, fields, shownFields([{ id: '/on' }])), { on: false });
		});

		test.each<[JsonValue, string]>([
			[5, 'a number'],
			[['a'], 'a list such as ["red", "blue"]'],
			[{}, 'an object such as { "plan": "pro" }'],
			['2025-01-31', 'a date such as 2025-01-31T09:30:00Z'],
		])('are refused where the example is %j', (exampleValue, expected) => {
			const fields = fieldOf(exampleValue);
			const error = {
				message: 'The field "session.it" is empty',
				description: `Give it ${expected}, or remove the field from the form.`,
			};
			expect(refusal(() => contextFromForm({}, fields, idsOf(fields)))).toEqual(error);
			expect(refusal(() => given(exampleValue, ''))).toEqual(error);
			expect(refusal(() => given(exampleValue, ' \n'))).toEqual(error);
		});
	});

	test('refuses a value that does not fit, with advice that fits this form', () => {
		expect(refusal(() => given(5, 'many'))).toEqual({
			message: 'The field "session.it" should be a number, but its value is "many"',
			description: 'Give it a number, or remove the field from the form.',
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

	test('refuses a form that was never filled', () => {
		expect(refusal(() => contextFromForm(null, formFields({ a: 1 }))).message).toBe(
			'The form for the context has not been filled',
		);
	});

	describe('dates', () => {
		/** As luxon's DateTime: what n8n makes of the values of a date field. */
		const asDateTime = (text: string) =>
			(validateFieldType('f', text, 'dateTime') as unknown as { newValue: Date }).newValue;

		test.each([
			'2025-01-31',
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
			expect(given('2025-01-31', '2025-01-31T00:00:00.000+13:00')).toBe('2025-01-31');
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
			expect(given('2025-01-31T09:30:00Z', text)).toBe(text);
		});

		test('other dates become ISO text', () => {
			const other = '2030-12-24T18:00:00.000+01:00';
			expect(given('2025-01-31', asDateTime(other))).toBe(other);
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
			expect(refusal(() => given('2025-01-31', value))).toEqual({
				message: `The field "session.it" should be a date, but its value is ${found}`,
				description:
					'Give it a date such as 2025-01-31T09:30:00Z, or remove the field from the form.',
			});
		});
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
		expect(valuesFromInput(item, fields)).toEqual({
			'/session/plan': 'a',
			'/session/seats': 7,
			'/owner/plan': 'b',
		});
	});

	test('looks for the last key, however deep its place is', () => {
		const deep = formFields({ a: { b: { c: 1 } } });
		expect(valuesFromInput({ c: 2 }, deep)).toEqual({ '/a/b/c': 2 });
	});

	test('leaves out what is not found, but not what is null, false or empty', () => {
		const item = { session: { plan: null, seats: 0 }, owner: 'a text' };
		expect(valuesFromInput(item, fields)).toEqual({ '/session/plan': null, '/session/seats': 0 });
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
});
