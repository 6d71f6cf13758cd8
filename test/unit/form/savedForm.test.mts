import type { JsonObject } from '../../../nodes/StartFlow/shared/json';
import { listExampleFields } from '../../../nodes/StartFlow/form/formFields';
import {
	buildContextFromForm,
	parseSavedForm,
	requireFieldForEachValue,
	requireFields,
	requireFormOfFlow,
} from '../../../nodes/StartFlow/form/savedForm';
import { filledForm } from '../../../tools/n8n/parameters.mts';
import { holding } from '../credential/requests.mts';
import { refusalOf } from '../refusal.mts';

const EXAMPLE = { email: 'ada@example.com', session: { plan: 'pro', seats: 5 } };

/** The context of a form whose values have been evaluated. */
const contextOf = (
	example: JsonObject,
	values: Record<string, unknown>,
	filledByNode: string[] = [],
) => {
	const { fields } = parseSavedForm(filledForm(example, 'order-1', {}));
	const mapped = fields.map((field) => ({ ...field, value: values[field.id] }));
	return buildContextFromForm(mapped.filter(({ id }) => !filledByNode.includes(id)));
};

test('nests, orders and converts values as the fields say', () => {
	const values = { '/session/seats': '2', '/session/plan': 7, '/email': 'grace@example.com' };
	expect(JSON.stringify(contextOf(EXAMPLE, values))).toBe(
		'{"email":"grace@example.com","session":{"plan":"7","seats":2}}',
	);
});

test.each([undefined, null, '', ' \t\n'])('sends no field whose value is %j', (value) => {
	const example = { a: 'a', b: 1, c: true, d: null, e: {}, f: [], g: ['a'] };
	const empty = Object.fromEntries(Object.keys(example).map((key) => [`/${key}`, value]));
	const values = { ...empty, '/other': 'y' };
	expect(contextOf({ ...example, other: 'x' }, values)).toEqual({ other: 'y' });
});

test('sends false, 0, an empty list and an empty object', () => {
	const example = { on: true, seats: 5, tags: ['a'], more: {}, any: null };
	const values = { '/on': false, '/seats': 0, '/tags': [], '/more': {}, '/any': 0 };
	const context = { on: false, seats: 0, tags: [], more: {}, any: 0 };
	expect(contextOf(example, values)).toEqual(context);
});

describe('an item for which all fields are empty', () => {
	test('is refused, and points to an empty context', () => {
		const { message, description } = refusalOf(() => contextOf(EXAMPLE, { '/email': ' ' }));
		expect(message).toMatch(/^All fields of the form stay empty/);
		expect(description).toMatch(/Custom Fields without a field/);
	});

	test('is refused even when the node itself fills a field, but not when it fills all of them', () => {
		const values = { '/session/plan': 'as mapped' };
		expect(refusalOf(() => contextOf(EXAMPLE, values, ['/session/plan'])).message).toMatch(/empty/);
		expect(contextOf({ url: 'https://…', key: 'k' }, {}, ['/url', '/key'])).toEqual({});
	});
});

const BAD_SCHEMA = [
	null,
	{},
	{ id: 'a', display: true },
	{ id: '/a', display: true, contextFlow: 1 },
];

test.each<[string, unknown]>([
	['that nobody has opened', {}],
	['that is none', 'text'],
	['that shows no field', { schema: [{ id: '/a', display: false }] }],
	['of which all fields were removed', { schema: [{ id: '/a', display: true, removed: true }] }],
	[
		'of whose fields none has a usable id and flow',
		{ value: { a: 'x', '/a': 'x' }, schema: BAD_SCHEMA },
	],
])('refuses a form %s, and points to Custom Fields', (_what, form) => {
	const { fields } = parseSavedForm(form);
	const { message } = refusalOf(() => requireFields(fields, false));
	expect(message).toMatch(/^The form has no fields.*Custom Fields/);
	// A headline is cut after 120 characters, and begins with how many have started.
	expect(`10 of 60 started. ${message}`.length).toBeLessThan(120);
	// The flow's example is {}.
	expect(() => requireFields(fields, true)).not.toThrow();
});

test('ignores a value without its field if it is empty, and under Map Automatically', () => {
	const require = (saved: object) => requireFieldForEachValue(parseSavedForm(saved));
	const form = filledForm(EXAMPLE, 'order-1', { '/color': '={{ $json.color }}' });
	require({ ...form, value: null });
	require({ ...form, value: { '/color': '' } });
	require({ ...form, mappingMode: 'autoMapInputData' });
});

describe('the form of the flow order-1', () => {
	const FORM = filledForm(EXAMPLE, 'order-1', {
		'/email': 'x',
		'/session/plan': '',
		'/session/seats': '=',
	});
	const check = (slug: string, flows: Record<string, JsonObject>, form: object = FORM) => {
		const credential = { ...holding(), examples: new Map(Object.entries(flows)) };
		const example = flows[slug];
		const exampleFields = example && listExampleFields(example);
		requireFormOfFlow(parseSavedForm(form).fields, { slug, credential }, exampleFields);
	};

	test.each<[string, string, Record<string, JsonObject>]>([
		['order-1 itself, whatever its example is', 'order-1', { 'order-1': { a: 1 }, 'mail-2': {} }],
		['a flow with the mapped fields, in another environment', 'order-9', { 'order-9': EXAMPLE }],
		['a flow that lacks only fields without a value', 'order-9', { 'order-9': { email: 'x' } }],
		['a flow that the credential does not contain', 'order-9', {}],
	])('starts %s', (_what, slug, flows) => {
		expect(() => check(slug, flows)).not.toThrow();
	});

	test.each<[string, Record<string, JsonObject>]>([
		['the credential contains both', { 'order-1': EXAMPLE, 'mail-2': EXAMPLE }],
		['the flow lacks a mapped field', { 'mail-2': { session: { plan: 'x' } } }],
	])('starts no other flow if %s', (_what, flows) => {
		expect(refusalOf(() => check('mail-2', flows)).message).toMatch(
			/flow "order-1", but the chosen flow is "mail-2"$/,
		);
	});

	test('starts any flow if n8n saved no flow with the fields', () => {
		const form = { value: { '/email': 'x' }, schema: [{ id: '/email', display: true }] };
		expect(() => check('mail-2', { 'mail-2': { a: 1 } }, form)).not.toThrow();
	});
});
