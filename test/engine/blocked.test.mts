/** An instance that forbids requests to some addresses (n8n's protection from SSRF). */
import { CredentialTestContext } from 'n8n-core';
import nock from 'nock';

import { testWithin } from '../../nodes/TriggerFlow/n8n/testConnection';
import { faultyHttp } from './faultyService.mts';
import { runNode } from './harness.mts';

beforeAll(() => {
	nock.restore();
	process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
});

afterAll(() => delete process.env.N8N_SSRF_PROTECTION_ENABLED);

test.each(['127.0.0.1', 'localhost'])(
	'%s, which n8n is not allowed to reach: nothing was sent, and the message says why',
	async (host) => {
		const service = await faultyHttp((response) => response.end('{}'));
		const { outputs } = await runNode({
			items: [{}],
			parameters: {
				flow: 'slug',
				slug: 'order-1',
				contextMode: 'none',
				options: { maxRetries: 0 },
			},
			credential: {
				environment: 'qa',
				baseUrl: service.url.replace('127.0.0.1', host),
				accessToken: 'secret-token-12345',
			},
			settings: { onError: 'continueRegularOutput' },
		});
		await service.close();
		expect(service.taken).toEqual([]);
		expect(outputs[0]?.[0]?.json).toEqual({
			error: expect.stringMatching(
				/^This n8n is not allowed to reach (localhost|127\.0\.0\.1):\d+: the flow was not started$/,
			),
			details: { outcome: 'notStarted', slug: 'order-1', attempts: 1 },
		});
	},
);

test.each(['', 'quiet-archive-3z9c7f'])(
	'the connection test sends nothing there either (test flow %j)',
	async (testSlug) => {
		let asked = 0;
		const service = await faultyHttp((response) => {
			asked++;
			response.end('{}');
		});
		const { request } = new CredentialTestContext({} as never).helpers;
		const data = {
			environment: 'qa',
			baseUrl: service.url,
			accessToken: 'secret-token-12345',
			testSlug,
		};
		const { status, message } = await testWithin(10_000, data, request);
		await service.close();
		expect(asked).toBe(0);
		expect(status).toBe('Error');
		expect(message).toMatch(/^This n8n is not allowed to reach 127\.0\.0\.1:\d+/);
	},
);
