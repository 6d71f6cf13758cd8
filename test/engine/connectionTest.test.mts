/** The connection test of a service that answers without end. Its 30 s are waited for in test/n8n. */
import { CredentialTestContext } from 'n8n-core';
import nock from 'nock';

import { testWithin } from '../../nodes/TriggerFlow/n8n/testConnection';
import { faultyHttp, type FaultyService } from './faultyService.mts';
import { hostileService } from './hostileService.mts';
import { WAYS, type HostileWay } from './hostileWays.mts';

beforeAll(() => nock.restore());

async function connectionTest({ url }: FaultyService, testSlug: string, timeout: number) {
	const data = { environment: 'qa', baseUrl: url, accessToken: 'secret-token-12345', testSlug };
	const { request } = new CredentialTestContext({} as never).helpers;
	return await testWithin(timeout, data, request);
}

const EACH = WAYS.map((way): [string, HostileWay] => [way.title, way]);

test.each(EACH)('%s: the test ends, and its connection with it', async (_title, way) => {
	const service = await hostileService(way.answer);
	const { host } = new URL(service.url);
	// Time enough for a head, on a busy machine as well.
	const timeout = way.isStarted ? 1_500 : 300;
	expect(await connectionTest(service, 'quiet-archive-3z9c7f', timeout)).toEqual(
		way.isStarted
			? {
					status: 'OK',
					message: `QA at ${service.url}. The flow "quiet-archive-3z9c7f" was started (HTTP 200), but its whole answer did not come.`,
				}
			: {
					status: 'Error',
					message: way.failure
						? expect.stringMatching(way.failure.error)
						: expect.stringContaining(`${host} did not answer in time: the flow may have started.`),
				},
	);
	await service.letGo();
	await service.close();
});

test.each(EACH)('%s: without a test flow, a head is enough', async (_title, way) => {
	const service = await hostileService(way.answer);
	const { host } = new URL(service.url);
	expect(await connectionTest(service, '', way.isHeadless ? 300 : 1_500)).toEqual(
		way.isHeadless
			? {
					status: 'Error',
					message: `${host} did not answer in time. Check the endpoint URL, and whether n8n can reach that address.`,
				}
			: {
					status: 'OK',
					message: expect.stringMatching(
						/^QA at http\S+\. The endpoint answered \(HTTP (?:200|500|400|429)\)/,
					),
				},
	);
	await service.letGo();
	await service.close();
});

test('what a test flow says with a failure is told', async () => {
	const service = await faultyHttp((response) => response.writeHead(422).end('No such field'));
	const { status, message } = await connectionTest(service, 'quiet-archive-3z9c7f', 10_000);
	await service.close();
	expect(status).toBe('Error');
	expect(message).toMatch(/HTTP 422.* The service said: No such field/);
});

test.each(['', 'quiet-archive-3z9c7f'])(
	'a redirect is not followed: the token goes nowhere else (test flow %j)',
	async (testSlug) => {
		const asked: string[] = [];
		const elsewhere = await faultyHttp((response) => response.end('{}'));
		const service = await faultyHttp((response) => {
			asked.push(String(response.req.headers.authorization));
			response.writeHead(307, { location: elsewhere.url }).end();
		});
		const { status } = await connectionTest(service, testSlug, 10_000);
		await service.close();
		await elsewhere.close();
		expect(asked).toEqual(['Bearer secret-token-12345']);
		expect(elsewhere.taken).toEqual([]);
		expect(status).toBe(testSlug === '' ? 'OK' : 'Error');
	},
);
