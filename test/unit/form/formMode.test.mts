import type { INodeParameters } from 'n8n-workflow';

import { createFormMode } from '../../../nodes/StartFlow/form/formMode';
import type { JsonObject } from '../../../nodes/StartFlow/shared/json';
import { automaticForm, filledForm } from '../../../tools/n8n/parameters.mts';
import { holding } from '../credential/requests.mts';
import { refusalOf } from '../refusal.mts';

const EXAMPLE = { seats: 1 };
const BY_HAND = filledForm(EXAMPLE, 'order-2', { '/seats': '5' });
const AUTOMATIC = automaticForm(EXAMPLE, 'order-2');

/** The context for the flow `order-1`. The form belongs to `order-2`. */
function contextOf(contextMapping: INodeParameters, flows: Record<string, JsonObject>) {
	const { readContext } = createFormMode({ contextMapping }, (fields) =>
		fields.map(({ source }) => source),
	);
	const listed = Object.entries(flows).map(([slug, example]) => ({ slug, example }));
	const credential = { ...holding(), flows: listed };
	const item = { seats: 5, plan: 'pro' };
	return readContext({ itemIndex: 0, item, slug: 'order-1', credential, pathsFilledByNode: [] })
		.context;
}

describe.each([
	['by hand', BY_HAND],
	['automatically', AUTOMATIC],
])('the form of another flow, mapped %s,', (_how, form) => {
	test('is refused if the credential contains that flow', () => {
		const { message } = refusalOf(() => contextOf(form, { 'order-2': EXAMPLE }));
		expect(message).toContain('"order-2"');
	});

	test('is used if the credential does not contain it, as after a change from QA', () => {
		expect(contextOf(form, {})).toEqual({ seats: 5 });
		expect(contextOf(form, { 'order-1': EXAMPLE })).toEqual({ seats: 5 });
	});
});

test('where the chosen flow lacks a field, only a mapping by hand is refused', () => {
	const flows = { 'order-1': { plan: 'x' } };
	expect(refusalOf(() => contextOf(BY_HAND, flows)).message).toContain('"order-2"');
	expect(contextOf(AUTOMATIC, flows)).toEqual({ plan: 'pro' });
});
