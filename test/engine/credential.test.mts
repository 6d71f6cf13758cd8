/** A credential as people fill it in, the flows that it contains, and its connection test. */
import type { IAuthenticate } from 'n8n-workflow';

import { StartFlowApi } from '../../credentials/StartFlowApi.credentials';
import { startEventRequest } from '../../tools/stand-in/startEvent.mts';
import { bySlug, fromList } from '../../tools/n8n/parameters.mts';
import { contextOf, faultyHttp, reply, serviceForEach } from './faultyService.mts';
import { brokenService, type Route } from './parts/brokenService.mts';
import { makeCertificates } from './parts/certificates.mts';
import { ENGINE, testIf } from './parts/engine.mts';
import { connectionTest, credentialFor, runNode, TOKEN, type RunOptions } from './harness.mts';

type Authenticate = Extract<IAuthenticate, (...args: never[]) => unknown>;

const service = serviceForEach();

const request = (slug: string, token?: string) =>
	startEventRequest(service.url, slug, { plan: 'pro' }, token);

/** A credential with a pasted request, and others under More Flows. */
const holding = (...moreFlows: string[]) => ({
	connectWith: 'request',
	request: request('order-1', TOKEN),
	moreFlows: moreFlows.join('\n\n'),
});

const slugs = () => service.received.map((body) => (JSON.parse(body) as { slug: string }).slug);

testIf(ENGINE.restrictsCredentials)(
	'a node of another package may not use the credential',
	async () => {
		const settings = { type: 'n8n-nodes-other.startFlow' };
		const { error } = await runNode({ url: service.url, settings });
		expect(error?.message).toContain('"startFlowApi" is restricted to specific nodes');
		expect(service.received).toEqual([]);
	},
);

// n8n 1.123 and 2.20 let HTTP Request use the credential.
test('a node that calls authenticate() with the stored fields gets no token', async () => {
	const authenticate = new StartFlowApi().authenticate as Authenticate;
	const authenticated = authenticate(credentialFor(service.url), { url: service.url });
	await expect(authenticated).rejects.toThrow('access token');
});

describe('the credential', () => {
	const items = [{ n: 1 }, { n: 2 }];

	test.each([TOKEN, '={{ $vars.token }}'])(
		'is read once for all items when none of its fields uses the item: %s',
		async (accessToken) => {
			const credential = { accessToken };
			const { credentialReads } = await runNode({ url: service.url, items, credential });
			expect(credentialReads).toBe(1);
			expect(service.received).toHaveLength(2);
			expect(service.last.headers.authorization).toBe(`Bearer ${TOKEN}`);
		},
	);

	test("that uses the item sends each item to its own customer's service", async () => {
		const other = await faultyHttp(reply(200));
		const urls = [service.url, other.url, service.url, service.url, other.url];
		const customers = urls.map((url, n) => ({ n, url }));
		await runNode({ items: customers, url: '={{ $("Start").item.json.url }}' });
		await other.close();
		const numbers = other.received.map((body) => contextOf(body).n);
		expect([service.numbers().sort(), numbers.sort()]).toEqual([
			[0, 2, 3],
			[1, 4],
		]);
	});
});

describe('the flow', () => {
	const run = async (flow: RunOptions['parameters'], options: RunOptions = {}) =>
		await runNode({
			items: ['order-2', 'order-1'].map((slug) => ({ flow: slug })),
			credential: holding(request('order-2')),
			parameters: { ...(flow && { flow }), options: { concurrency: 1 } },
			...options,
		});

	test.each<[string, RunOptions['parameters'], string[]]>([
		['From List, by expression', fromList('={{ $json.flow }}'), ['order-2', 'order-1']],
		['By Slug, by expression', bySlug('=x-{{ $json.flow }}'), ['x-order-2', 'x-order-1']],
	])('is the chosen one: %s', async (_what, flow, expected) => {
		expect((await run(flow)).error).toBeUndefined();
		expect(slugs()).toEqual(expected);
	});

	test('from the list is refused if the credential does not contain it', async () => {
		const { error } = await run(fromList('order-3'));
		expect(error?.message).toContain('credential does not contain the flow "order-3"');
		expect(error?.description).toContain('into More Flows in the credential');
		expect(service.received).toEqual([]);
	});

	test('is also refused in a preview, where its item keeps its fields on the error branch', async () => {
		const { outputs } = await run(undefined, {
			items: ['order-1', 'order-3'].map((flow) => ({ flow })),
			parameters: { operation: 'preview', flow: fromList('={{ $json.flow }}') },
			mode: 'manual',
			settings: { onError: 'continueErrorOutput' },
		});
		const shown = outputs.map((items) => items.map(({ json }) => json));
		const details = { outcome: 'notSent', slug: 'order-3' };
		expect(shown).toMatchObject([[{ method: 'PUT' }], [{ flow: 'order-3', details }]]);
	});
});

describe('the connection test', () => {
	test('sends HEAD with the token, and starts nothing', async () => {
		expect((await connectionTest('', holding())).status).toBe('OK');
		const { method, headers } = service.last;
		expect([method, headers.authorization]).toEqual(['HEAD', `Bearer ${TOKEN}`]);
	});

	test.each<[string, Route, RegExp]>([
		[
			'self-signed certificate',
			'TLSv1.3',
			/^No secure connection to localhost:\d+ could be made\./,
		],
		['EPROTO', 'tcp', /^The connection to localhost:\d+ was lost\./],
	])('says that no secure connection can be made, and why: %s', async (reason, route, problem) => {
		const untrusted = await brokenService({}, route, makeCertificates());
		const { message } = await connectionTest(untrusted.url.replace('http:', 'https:'));
		await untrusted.close();
		expect(message).toMatch(problem);
		expect(message).toMatch(new RegExp(`Technical reason: .*${reason}`));
	});

	test('follows no redirect: the token goes nowhere else', async () => {
		const elsewhere = await faultyHttp(reply(200));
		service.answers(reply(307, '', { location: elsewhere.url }));
		const { status } = await connectionTest(service.url);
		await elsewhere.close();
		expect([status, elsewhere.received]).toEqual(['Error', []]);
	});
});
