/** An instance that forbids requests to some addresses (n8n's protection from SSRF). */
import { serviceForEach } from './faultyService.mts';
import { runNode } from './harness.mts';
import { connectionTest } from './parts/connectionTest.mts';

beforeAll(() => (process.env.N8N_SSRF_PROTECTION_ENABLED = 'true'));
afterAll(() => delete process.env.N8N_SSRF_PROTECTION_ENABLED);

const service = serviceForEach();

test.each(['127.0.0.1', 'localhost'])(
	'%s, which n8n is not allowed to reach: nothing was sent, and the message says why',
	async (host) => {
		const { outputs } = await runNode({
			url: service.url.replace('127.0.0.1', host),
			parameters: { options: { maxRetries: 0 } },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(service.taken).toEqual([]);
		expect(outputs[0]?.[0]?.json).toEqual({
			error: expect.stringMatching(
				/^This n8n is not allowed to reach (localhost|127\.0\.0\.1):\d+: the flow was not started$/,
			),
			details: { outcome: 'notStarted', slug: 'order-1', attempts: 1 },
		});
	},
);

test('the connection test sends nothing there either', async () => {
	const { status, message } = await connectionTest(service.url);
	expect(service.taken).toEqual([]);
	expect(status).toBe('Error');
	expect(message).toMatch(/^This n8n is not allowed to reach 127\.0\.0\.1:\d+/);
});
