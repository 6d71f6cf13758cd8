import type { INodeParameters } from 'n8n-workflow';

import type { ReadValues } from '../../../nodes/StartFlow/context/contextMode';
import { createFormMode } from '../../../nodes/StartFlow/form/formMode';
import type { JsonObject } from '../../../nodes/StartFlow/shared/json';
import { automaticForm, filledForm } from '../../../tools/n8n/parameters.mts';
import { holding } from '../credential/requests.mts';
import { refusalOf } from '../refusal.mts';

const EXAMPLE = { seats: 1 };

/** Forms of the flow `order-2`. */
const BY_HAND = filledForm(EXAMPLE, 'order-2', { '/seats': '5' });
const AUTOMATIC = automaticForm(EXAMPLE, 'order-2');

/** As if the first field had this value, and the others had none. */
const readFirst =
	(value: unknown): ReadValues =>
	(fields) =>
		fields.map((field, index) => ({ ...field, value: index === 0 ? value : undefined }));

/** Creates a function that reads the context of an item for the flow `order-1`. */
function createReader(
	contextMapping: INodeParameters,
	flows: Record<string, JsonObject>,
	filledIds: string[] = [],
) {
	const { read } = createFormMode({ contextMapping }, readFirst('5'));
	const credential = { ...holding(), examples: new Map(Object.entries(flows)) };
	const item = { seats: 5, plan: 'pro' };
	const input = { itemIndex: 0, item, slug: 'order-1', credential, filledIds };
	return () => read(input).build();
}

test('under Map Automatically, the fields are those of the example of the chosen flow', () => {
	const flows = { 'order-1': { plan: 'x' }, 'order-2': EXAMPLE };
	expect(createReader(AUTOMATIC, flows)()).toEqual({ plan: 'pro' });
	// Without an example, those of the form are used, as after a change from QA. n8n may keep values that were mapped by hand before.
	const form = { ...AUTOMATIC, value: { '/color': 'red' } };
	expect(createReader(form, {})()).toEqual({ seats: 5 });
});

test('under Map Automatically, the form of another flow is refused if the credential contains it', () => {
	const { message } = refusalOf(createReader(AUTOMATIC, { 'order-2': EXAMPLE }));
	expect(message).toContain('"order-2"');
});

test('a value of a field that the form does not have is refused, and points to Custom Fields', () => {
	const form = filledForm(EXAMPLE, 'order-1', { '/seats': '5', '/color': '={{ $json.color }}' });
	const { message, description } = refusalOf(createReader(form, {}));
	expect(message).toMatch(/^Refresh the form: it has a value for "color"/);
	expect(description).toMatch(/Refresh Field List.*Custom Fields/);
});

test.each(['defineBelow', 'autoMapInputData'])(
	'a form without fields is refused, unless the example of the flow has none: %s',
	(mappingMode) => {
		const form = { mappingMode, value: null, schema: [] };
		const message =
			/^The form has no fields: choose the flow again, add its example .* Custom Fields$/;
		expect(refusalOf(createReader(form, {})).message).toMatch(message);
		expect(createReader(form, { 'order-1': {} })()).toEqual({});
	},
);

test('a form without fields is refused if it is mapped by hand and the example of the flow has some', () => {
	const { message } = refusalOf(createReader({}, { 'order-1': EXAMPLE }));
	expect(message).toMatch(/^The form has no fields/);
});

test('a form that is out of date names no token that somebody pasted into a key', () => {
	const { getFormState } = createFormMode({ contextMapping: AUTOMATIC }, readFirst(''));
	const credential = holding();
	const examples = new Map([['order-1', { [`my ${credential.accessToken}`]: 1 }]]);
	const input = { itemIndex: 0, item: {}, slug: 'order-1', credential, filledIds: [] };
	const state = getFormState({ ...input, credential: { ...credential, examples } });
	expect(state).toMatchObject({ isAutomatic: true, added: ['my ***'], gone: ['seats'] });
	// Without an example, nobody knows.
	expect(getFormState(input)).toMatchObject({ added: [], gone: [] });
});

test('a field that the node fills itself does not count', () => {
	const { read, getFormState } = createFormMode({ contextMapping: BY_HAND }, readFirst(''));
	const input = { itemIndex: 0, item: {}, slug: 'order-1', credential: holding() };
	const seats = { ...input, filledIds: ['/seats'] };
	expect(read(seats)).toHaveProperty('missingFields', []);
	expect(getFormState(seats)).toMatchObject({ fieldCount: 0, mappedCount: 0 });
	const other = { ...input, filledIds: [] };
	expect(read(other)).toHaveProperty('missingFields', [{ name: 'seats', reason: 'empty' }]);
	const state = { isAutomatic: false, fieldCount: 1, mappedCount: 1 };
	expect(getFormState(other)).toMatchObject(state);
});

const NESTED = { session: { seats: 1, key: '' } };

test.each([filledForm(NESTED, 'order-1', {}), automaticForm(NESTED, 'order-1')])(
	'a field that the node fills needs its whole path, not the name that the form shows: %#',
	(form) => {
		expect(refusalOf(createReader(form, {}, ['/key'])).message).toContain('"session.key"');
		expect(createReader(form, {}, ['/session/key', '/meta/id'])()).toEqual({
			session: { seats: 5 },
		});
	},
);

test('the example is read once for all items', () => {
	const readSeats = jest.fn(() => 1);
	const example = Object.defineProperty({}, 'seats', { get: readSeats, enumerable: true });
	const readContext = createReader(BY_HAND, { 'order-1': example });
	readContext();
	readContext();
	expect(readSeats).toHaveBeenCalledTimes(1);
});
