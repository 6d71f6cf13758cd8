import { readForm, type FilledForm } from '../../../nodes/TriggerFlow/rules/form/readForm';
import { formFields, shownAs, startValue } from '../../../nodes/TriggerFlow/rules/form/formFields';
import { untouchedFields } from '../../../nodes/TriggerFlow/rules/form/untouched';
import type { JsonValue } from '../../../nodes/TriggerFlow/rules/context/json';
import { refusalOf } from '../errors/refusal.mts';

const EXAMPLE = { email: 'ada@example.com', session: { plan: 'pro', seats: 5 } };

const SCHEMA = [{ id: '/email' }, { id: '/session/plan' }, { id: '/session/seats' }];

const read = (form: FilledForm, item = {}) => readForm(form, EXAMPLE, item).context;

test('a form that was filled by hand gives its own values, whatever the item holds', () => {
	const value = { '/email': 'grace@example.com', '/session/plan': 'free', '/session/seats': 2 };
	const item = { email: 'not this' };
	const context = { email: 'grace@example.com', session: { plan: 'free', seats: 2 } };
	expect(read({ mappingMode: 'defineBelow', value, schema: SCHEMA }, item)).toEqual(context);
	expect(read({ value, schema: SCHEMA }, item)).toEqual(context);
});

test('a form without a schema, as a program writes one, gives what is in it', () => {
	expect(read({ value: { '/email': 'grace@example.com' } })).toEqual({
		email: 'grace@example.com',
	});
});

// n8n keeps the last two where the node was not opened since its credential was made, or that was mended.
test.each<FilledForm>([
	{},
	{ value: null },
	{ value: null, schema: SCHEMA },
	{ mappingMode: 'defineBelow', value: {} },
	{ mappingMode: 'defineBelow', value: {}, schema: [] },
])('%j was never filled: it is refused, and no empty context is sent', (form) => {
	const { message, description } = refusalOf(() => read(form));
	expect(message).toBe('The form for the context has not been filled');
	expect(description).toMatch(/^Choose the flow in Flow to Start, or close this node/);
});

test('a request without fields has no form to fill', () => {
	expect(readForm({}, {}, {}).context).toEqual({});
});

test('a form of which every field was removed sends an empty context', () => {
	const schema = SCHEMA.map((field) => ({ ...field, removed: true }));
	expect(read({ value: {}, schema })).toEqual({});
});

test('an emptied field is told from a removed one by the schema', () => {
	const schema = [
		...SCHEMA.slice(0, 1),
		{ id: '/session/plan', removed: true },
		...SCHEMA.slice(2),
	];
	expect(read({ value: { '/session/seats': 2 }, schema })).toEqual({
		email: '',
		session: { seats: 2 },
	});
});

test('automatic mapping takes the item, whatever the form held before', () => {
	const item = { email: 'grace@example.com', session: { plan: 'free' }, other: 1 };
	const form = { mappingMode: 'autoMapInputData', value: { '/email': 'old' }, schema: SCHEMA };
	expect(read(form, item)).toEqual({ email: 'grace@example.com', session: { plan: 'free' } });
	expect(read({ ...form, schema: [{ id: '/of/an/older/request' }] }, item)).toEqual({
		email: 'grace@example.com',
		session: { plan: 'free' },
	});
});

test('automatic mapping takes an array for what it is, and leaves out what is empty where it should', () => {
	const form = { mappingMode: 'autoMapInputData' };
	expect(read(form, { email: ['grace@example.com'] })).toEqual({ email: '["grace@example.com"]' });
	const how = { leaveOutEmpty: true };
	const item = { email: '', seats: 2 };
	expect(readForm(form, EXAMPLE, item, how).context).toEqual({
		session: { seats: 2 },
	});
});

test.each([
	['has a field less', SCHEMA.slice(1), 'it lacks "email"'],
	['has a field more', [...SCHEMA, { id: '/more' }], 'it has "/more"'],
	[
		'has another field',
		[...SCHEMA.slice(1), { id: '/name', displayName: 'name' }],
		'it lacks "email", and it has "name"',
	],
	[
		'has many other fields',
		[
			...SCHEMA,
			...Array.from({ length: 7 }, (_, n) => ({ id: `/${n}`, displayName: `${'a'.repeat(100)}` })),
		],
		`it has ${Array(5)
			.fill(`"${'a'.repeat(59)}…"`)
			.join(', ')}, 2 more`,
	],
	[
		'has five other fields',
		[...SCHEMA, ...[1, 2, 3, 4, 5].map((n) => ({ id: `/${n}` }))],
		'it has "/1", "/2", "/3", "/4", "/5"',
	],
])(
	'a form that %s than the request is of another one, and says in what',
	(_what, schema, words) => {
		const { message, description } = refusalOf(() =>
			read({ value: { '/session/seats': 2 }, schema }),
		);
		expect(message).toBe(`The form shows the fields of an earlier or another request: ${words}`);
		expect(description).toMatch(
			/may be a newer one, or that of another environment\. .* choose ⋮ → Refresh Field List/,
		);
	},
);

test('a form that was never filled is refused, and starts nothing with an empty context', () => {
	expect(() => read({ value: null })).toThrow(/not been filled/);
	expect(() => read({})).toThrow(/not been filled/);
});

// A text is kept in a list of its own, so the two look alike: only the schema tells what the form showed.
describe('a form that nobody has touched, with the example of another environment', () => {
	const formOf = (value: JsonValue): FilledForm => {
		const fields = formFields({ it: value });
		return {
			value: Object.fromEntries(fields.map((field) => [field.id, startValue(field)])),
			schema: fields.map((field) => ({ id: field.id, type: shownAs(field) })),
		};
	};

	test.each<[JsonValue, JsonValue, unknown]>([
		[['red'], ['blue', 'green'], ['red']],
		['Ada', null, 'Ada'],
		['Ada', 'Grace', 'Ada'],
	])('%j where the example now is %j gives %j', (shown, now, sent) => {
		expect(readForm(formOf(shown), { it: now }, {}).context).toEqual({ it: sent });
	});

	test.each<[JsonValue, JsonValue, RegExp]>([
		['Ada', ['x'], /should be an array, but its value is "Ada"/],
		['Ada', [1], /should be an array, but its value is "Ada"/],
		['Ada', [{ a: 1 }], /should be an array, but its value is "Ada"/],
		['Ada', [], /should be an array, but its value is "Ada"/],
		['5', 7, /should be a number, but its value is a list/],
		['2026-01-31', '2026-02-28T09:30:00Z', /should be a date, but its value is a list/],
		[['red'], null, /should be a text, but its value is a list/],
		['Ada', {}, /should be an object, but its value is "Ada"/],
		[['red'], {}, /should be an object, but its value is a list/],
		[['red'], 'blue', /should be a text, but its value is a list/],
		[['red', 'blue'], 'blue', /should be a text, but its value is a list/],
		[[{ x: 1 }], 'blue', /should be a text, but its value is a list/],
		[{}, 'blue', /should be a text, but its value is an object/],
		[true, 5, /should be a number, but its value is the boolean true/],
		[['7'], 5, /should be a number, but its value is a list/],
		[['2026-01-31'], '2026-02-28T09:30:00Z', /should be a date, but its value is a list/],
	])('%j where the example now is %j is refused', (shown, now, message) => {
		expect(refusalOf(() => readForm(formOf(shown), { it: now }, {})).message).toMatch(message);
	});

	test('names the texts that still send the example, and no lists', () => {
		expect(untouchedFields(formOf('Ada'), { it: ['x'], b: 1 })).toEqual([]);
		expect(untouchedFields(formOf('Ada'), { it: null })).toEqual(['it']);
		expect(untouchedFields(formOf(['red']), { it: null })).toEqual([]);
		expect(untouchedFields(formOf(['red']), { it: 'blue' })).toEqual([]);
	});
});

test.each(['/meta/to', '/meta'])(
	'with Map Automatically, nothing is looked for where something else goes: %s',
	(replaced) => {
		const form = { mappingMode: 'autoMapInputData' };
		const how = { replaced };
		const example = { meta: { to: 'https://flow.example' }, invoice: 'I' };
		expect(readForm(form, example, { invoice: '7' }, how)).toEqual({
			context: { invoice: '7' },
			gaps: { notFound: [], leftOut: [] },
		});
		const { meta } = example;
		expect(readForm(form, { meta }, { invoice: '7' }, how)).toEqual({
			context: {},
			gaps: { notFound: [], leftOut: ['invoice'] },
		});
	},
);
