/** An n8n that forbids requests to some addresses (its protection from SSRF). */
import { serviceForEach } from './faultyService.mts';
import { CONTINUE_ON_ERROR, runNode } from './harness.mts';
import { ENGINE, testIf } from './parts/engine.mts';

beforeAll(() => (process.env.N8N_SSRF_PROTECTION_ENABLED = 'true'));
afterAll(() => delete process.env.N8N_SSRF_PROTECTION_ENABLED);

const service = serviceForEach();

testIf(ENGINE.blocksAddresses).each(['127.0.0.1', 'localhost'])(
	'n8n does not send anything to %s',
	async (host) => {
		const { shown } = await runNode({
			url: service.url.replace('127.0.0.1', host),
			parameters: { options: { maxRetries: 0 } },
			settings: CONTINUE_ON_ERROR,
		});
		expect(service.received).toEqual([]);
		const error =
			/^This n8n is not allowed to reach (localhost|127\.0\.0\.1):\d+: the flow was not started$/;
		const reason = expect.stringContaining('restricted IP address');
		const details = { outcome: 'notStarted', attempts: 1, reason };
		expect(shown).toMatchObject([{ error: expect.stringMatching(error), details }]);
	},
);
