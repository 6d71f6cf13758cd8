import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { searchFlows } from '../../../nodes/TriggerFlow/flow/listFlows';
import { curl } from '../credential/requests.mts';

async function listed(fields: object | undefined, filter?: string) {
	const credentials = fields && { triggerFlowApi: { id: '1', name: 'c' } };
	const context = {
		getNode: () => ({ credentials }),
		getCredentials: async () => await Promise.resolve(fields),
	};
	return (await searchFlows.call(context as unknown as ILoadOptionsFunctions, filter)).results;
}

const fields = { request: curl('order-list-2b6x8j'), moreFlows: curl('mail-1a') };

const ORDERS = { name: 'Order list (order-list-2b6x8j)', value: 'order-list-2b6x8j' };
const MAIL = { name: 'Mail (mail-1a)', value: 'mail-1a' };

test('lists the flows of the credential, those that a person looks for', async () => {
	expect(await listed(fields)).toEqual([ORDERS, MAIL]);
	expect(await listed(fields, ' LIST ')).toEqual([ORDERS]);
});

test.each([
	[undefined, /^Select a credential first/],
	[{ request: 'words' }, /not a curl command/],
	[
		{ connectWith: 'fields', baseUrl: 'https://a.example/', accessToken: 'token-123' },
		/^The credential contains no flow.*add the request/,
	],
])('says in its one entry why there are none: %j', async (given, name) => {
	expect(await listed(given)).toEqual([{ name: expect.stringMatching(name), value: '' }]);
});
