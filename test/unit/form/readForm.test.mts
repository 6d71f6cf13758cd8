import type { IDataObject } from 'n8n-workflow';

import type { JsonObject } from '../../../nodes/TriggerFlow/shared/json';
import {
	buildContextFromForm,
	readFields,
	requireFormFor,
	type SavedForm,
} from '../../../nodes/TriggerFlow/form/readForm';
import { filledForm } from '../../parameters.mts';
import { holding } from '../credential/requests.mts';
import { refusalOf } from '../refusal.mts';

type Values = Record<string, unknown>;

const EXAMPLE = { email: 'ada@example.com', session: { plan: 'pro', seats: 5 } };

const savedForm = (example: JsonObject, value: Values = {}): SavedForm =>
	filledForm(example, 'order-1', value as IDataObject);

/** The context of a form whose values have been evaluated. */
const contextOf = (example: JsonObject, values: Values, filledByNode: string[] = []) => {
	const fields = readFields(savedForm(example));
	return buildContextFromForm(
		fields,
		values,
		fields.filter(({ id }) => !filledByNode.includes(id)),
	);
};

test('nests, orders and converts values as the fields say', () => {
	const values = { '/session/seats': '2', '/session/plan': 7, '/email': 'grace@example.com' };
	expect(JSON.stringify(contextOf(EXAMPLE, values))).toBe(
		'{"email":"grace@example.com","session":{"plan":"7","seats":2}}',
	);
});

test('refuses a value of the wrong type, with the name of the field', () => {
	const { message } = refusalOf(() => contextOf(EXAMPLE, { '/session/seats': 'many' }));
	expect(message).toContain('"session.seats" should be a number, but its value is "many"');
});

const EVERY_TYPE = {
	string: 'a',
	number: 1,
	boolean: true,
	null: null,
	object: {},
	array: [],
	strings: ['a'],
};

describe.each(Object.entries(EVERY_TYPE))('a field of the type %s', (_type, example) => {
	test.each([undefined, null, '', ' \t\n'])('is not sent when its value is %j', (value) => {
		const context = contextOf({ it: example, other: 'x' }, { '/it': value, '/other': 'y' });
		expect(context).toEqual({ other: 'y' });
	});
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
		expect(message).toMatch(/^Every field of the form is empty/);
		expect(description).toMatch(/email, session\.plan, session\.seats.*Custom Fields/);
	});

	test('is refused even when the node itself fills a field', () => {
		const values = { '/session/plan': 'as mapped' };
		expect(refusalOf(() => contextOf(EXAMPLE, values, ['/session/plan'])).message).toMatch(/empty/);
	});

	test('is sent when the node fills all fields of the form', () => {
		expect(contextOf({ callbackUrl: 'https://…', key: 'k' }, {}, ['/callbackUrl', '/key'])).toEqual(
			{},
		);
	});
});

/** A removed field, as n8n saves it after ⋮ → Remove. */
const withRemoved = (form: SavedForm, ...ids: string[]): SavedForm => ({
	...form,
	schema: form.schema?.map((field) => ({ ...field, removed: ids.includes(field.id) })),
});

test('does not send a field that was removed, whatever its value', () => {
	const values = { '/email': 'grace@example.com', '/session/plan': 'free' };
	const fields = readFields(withRemoved(savedForm(EXAMPLE, values), '/session/plan'));
	expect(buildContextFromForm(fields, values)).toEqual({ email: 'grace@example.com' });
});

test.each<[string, SavedForm]>([
	['that nobody has opened', {}],
	['without an example', { mappingMode: 'defineBelow', value: null, schema: [] }],
	['of the example {}', savedForm({})],
	['of which all fields were removed', withRemoved(savedForm({ a: 1 }), '/a')],
])('refuses a form %s, and points to Custom Fields', (_what, form) => {
	for (const mappingMode of ['defineBelow', 'autoMapInputData']) {
		const { message, description } = refusalOf(() => readFields({ ...form, mappingMode }));
		expect(message).toMatch(/^The form has no fields/);
		expect(description).toContain('Custom Fields');
	}
});

describe('a value without its schema entry', () => {
	const form = savedForm(EXAMPLE, { '/email': 'x', '/color': '={{ $json.color }}' });

	test('is refused, and points to Custom Fields', () => {
		const { message, description } = refusalOf(() => readFields(form));
		expect(message).toMatch(/^The form still has a value for "\/color"/);
		expect(description).toMatch(/Refresh Field List.*Custom Fields/);
	});

	test('is ignored when it is empty, or with Map Automatically', () => {
		expect(readFields(savedForm(EXAMPLE, { '/color': '' }))).toHaveLength(3);
		expect(readFields({ ...form, mappingMode: 'autoMapInputData' })).toHaveLength(3);
	});
});

describe('the form of the flow order-1', () => {
	const refuse = (slug: string, ...held: string[]) =>
		requireFormFor(readFields(savedForm(EXAMPLE)), slug, holding(...held));

	test.each([
		['order-1 itself', 'order-1', ['order-1', 'mail-2']],
		['a flow whose credential lacks order-1: somebody goes live', 'order-9', ['order-9']],
		['a credential without any flow', 'order-9', []],
	])('starts %s', (_what, slug, held) => {
		expect(() => refuse(slug, ...held)).not.toThrow();
	});

	test('starts no other flow of a credential that holds both', () => {
		const { message, description } = refusalOf(() => refuse('mail-2', 'order-1', 'mail-2'));
		expect(message).toMatch(/flow "order-1", but the chosen flow is "mail-2"$/);
		expect(description).toContain('⋮ → Refresh Field List');
	});
});
