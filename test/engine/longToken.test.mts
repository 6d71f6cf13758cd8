/** Tokens that hold what they are for (JSON Web Tokens) are thousands of characters long. */
import { randomBytes } from 'node:crypto';

import nock from 'nock';

import { faultyHttp } from './faultyService.mts';
import { runNode } from './harness.mts';

beforeAll(() => nock.restore());

const tokenOf = (length: number) => randomBytes(length).toString('base64url').slice(0, length);

test.each([800, 1_500, 8_000])(
	'a token of %i characters starts a flow, and stands in nothing that n8n saves',
	async (length) => {
		const accessToken = tokenOf(length);
		const service = await faultyHttp((response, _body, nth) => {
			response.writeHead(nth === 1 ? 200 : 400, { 'content-type': 'application/json' });
			response.end(
				JSON.stringify({ token: accessToken, encoded: encodeURIComponent(accessToken) }),
			);
		});
		const { error, outputs, run } = await runNode({
			items: [{}, {}],
			parameters: {
				flow: 'slug',
				slug: 'order-1',
				contextMode: 'none',
				options: { concurrency: 1 },
			},
			credential: { environment: 'qa', baseUrl: service.url, accessToken },
			settings: { onError: 'continueRegularOutput' },
		});
		await service.close();
		expect(error).toBeUndefined();
		expect(service.taken).toHaveLength(2);
		const masked = { token: '***', encoded: '***' };
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			masked,
			expect.objectContaining({ details: expect.objectContaining({ body: masked }) }),
		]);
		const saved = JSON.stringify(run);
		for (let at = 0; at + 12 <= length; at += 12) {
			expect(saved).not.toContain(accessToken.slice(at, at + 12));
		}
	},
);
