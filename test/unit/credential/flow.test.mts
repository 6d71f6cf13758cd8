import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { parseSlug } from '../../../nodes/StartFlow/credential/flow';
import { searchFlows } from '../../../nodes/StartFlow/credential/searchFlows.n8n';
import { curl } from '../credential/requests.mts';
import { refusalOf } from '../refusal.mts';

test.each<[unknown, string]>([
	['a "quoted" größe 😀', 'a "quoted" größe 😀'],
	[42, '42'],
	[0, '0'],
])('reads %j as the slug %s', (value, slug) => {
	expect(parseSlug(value)).toBe(slug);
});

test.each<[string, unknown]>([
	['No flow is chosen', ''],
	['No flow is chosen', ' \n\u00a0'],
	['No flow is chosen', undefined],
	['No flow is chosen', null],
	['No flow is chosen, because the slug is the number NaN', NaN],
	['No flow is chosen, because the slug is the boolean true', true],
	['No flow is chosen, because the slug is an object', { slug: 'echo-1' }],
	['No flow is chosen, because the slug is a list', ['echo-1']],
	['The slug "echo�-1" contains an invisible character', 'echo\u200b-1'],
	['The slug "�echo-1" contains an invisible character', '\u2060echo-1'],
	['The slug "echo-1" contains', 'echo-1 '],
	['The slug "echo-1" contains', ' echo-1'],
	['The slug "echo-1" contains', 'echo-1\n'],
])('refuses: %s (%j)', (message, value) => {
	expect(refusalOf(() => parseSlug(value)).message.startsWith(message)).toBe(true);
});

async function listed(fields: object | undefined, filter?: string) {
	const credentials = fields && { startFlowApi: { id: '1', name: 'c' } };
	const n8n = {
		getNode: () => ({ credentials }),
		getCredentials: async () => await Promise.resolve({ environment: 'qa', ...fields }),
	};
	return (await searchFlows.call(n8n as unknown as ILoadOptionsFunctions, filter)).results;
}

const fields = { request: curl('order-list-2b6x8j'), moreFlows: curl('mail-1a') };

const ORDERS = { name: 'order-list-2b6x8j', value: 'order-list-2b6x8j' };
const MAIL = { name: 'mail-1a', value: 'mail-1a' };

test('lists the flows of the credential that match the search', async () => {
	expect(await listed(fields)).toEqual([ORDERS, MAIL]);
	expect(await listed(fields, ' LIST ')).toEqual([ORDERS]);
});

test.each([
	[undefined, /^Select a credential first/],
	[{ request: 'words' }, /not a curl command/],
	[
		{ connectWith: 'fields', baseUrl: 'https://a.example/', accessToken: 'token-123' },
		/^The credential contains no flow.*To list a flow/,
	],
])('has one entry that says why there are no flows: %j', async (credentialFields, name) => {
	expect(await listed(credentialFields)).toEqual([
		{ name: expect.stringMatching(name), value: '' },
	]);
});
