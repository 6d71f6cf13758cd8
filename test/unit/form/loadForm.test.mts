import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { loadForm } from '../../../nodes/TriggerFlow/form/loadForm.n8n';
import { curl } from '../credential/requests.mts';

/** The form that the editor gets for a flow. */
async function formOf(slug: string, example: object, hasCredential = true) {
	const credentials = hasCredential && { triggerFlowApi: { id: '1', name: 'c' } };
	const n8n = {
		getNode: () => ({ type: 'triggerFlow', credentials: credentials || undefined }),
		getNodeParameter: () => slug,
		getCredentials: async () =>
			await Promise.resolve({ environment: 'qa', request: curl('order-1', { context: example }) }),
	};
	return await loadForm.call(n8n as unknown as ILoadOptionsFunctions);
}

test('shows a field for each value of the example', async () => {
	const { fields, ...notice } = await formOf('order-1', { email: 'a', session: { plan: 'b' } });
	expect(fields.map(({ id }) => id)).toEqual(['/email', '/session/plan']);
	expect(notice).toEqual({});
});

test.each<[string, Parameters<typeof formOf>, RegExp]>([
	['another flow', ['order-9', { a: 1 }], /no example for this flow.* Custom Fields/],
	['an empty example', ['order-1', {}], /has no fields.* Custom Fields/],
	['no credential', ['order-1', { a: 1 }, false], /^Select a credential first/],
])('says what to do when there is no form: %s', async (_what, args, notice) => {
	expect(await formOf(...args)).toEqual({
		fields: [],
		emptyFieldsNotice: expect.stringMatching(notice),
	});
});
