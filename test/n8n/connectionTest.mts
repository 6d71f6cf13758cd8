import assert from 'node:assert/strict';

import { startEventRequest } from '../../stand-in/startEvent.mts';
import type { Feature } from './feature.mts';

/** The credential's connection test as the editor runs it, through n8n's own endpoint for it. */
export const connectionTest: Feature = {
	name: 'Connection test: good, bad token, dead address',
	async test(bed, scenario) {
		const { api, credential, lab, log } = bed;
		if (await bed.isEarly()) {
			await scenario.step('Connection test: none is offered', async () => {
				const node = await api.nodeType('n8n-nodes-trigger-flow.triggerFlow');
				assert.deepEqual(node.credentials, [{ name: 'triggerFlowApi', required: true }]);
				return 'n8n cannot run the connection test of a community node: the credential is saved untested, and the first start tells what is wrong with it.';
			});
			return;
		}
		const qa = lab.credentialFor('qa');
		const test = async (change: object) =>
			await api.testCredential(credential, 'triggerFlowApi', { ...qa, ...change });

		const cases: Array<[title: string, change: object, status: string, message: RegExp]> = [
			['a good token is accepted', {}, 'OK', /answered .*No flow was started/],
			[
				'a pasted "Bearer …" is understood',
				{ accessToken: ` Bearer ${String(qa.accessToken)}\n` },
				'OK',
				/answered/,
			],
			[
				'a whole request is understood, and its flow is named',
				{
					baseUrl: '',
					accessToken: startEventRequest(
						lab.standIn.urls.qa,
						'echo-4kq7zt',
						{},
						String(qa.accessToken),
					),
				},
				'OK',
				/^QA at http\S+, 1 flow: echo-4kq7zt\. The endpoint answered/,
			],
			[
				'a bad token is named',
				{ accessToken: 'wrong' },
				'Error',
				/did not accept the access token \(HTTP 401\)/,
			],
			[
				'a dead address is named',
				{ baseUrl: 'http://127.0.0.1:9/start' },
				'Error',
				/127\.0\.0\.1:9 refused/,
			],
			[
				'an unknown host is named',
				{ baseUrl: 'https://nowhere.invalid/' },
				'Error',
				/address nowhere\.invalid was not found/,
			],
			['plain http is refused', { baseUrl: 'http://flows.example.com/' }, 'Error', /unencrypted/],
			['an empty URL is refused', { baseUrl: '' }, 'Error', /endpoint URL .* is empty/],
			[
				'a whole request in place of the URL is told which part to paste',
				{ baseUrl: `curl -X PUT ${String(qa.baseUrl)} -d '{"slug":"a-1","context":{}}'` },
				'Error',
				/Paste only the URL of the request: http/,
			],
			['a token with a line break is refused', { accessToken: 'a\nb' }, 'Error', /line break/],
		];
		for (const [title, change, status, message] of cases) {
			await scenario.step(`Connection test: ${title}, and nothing is started`, async () => {
				const before = log.starts.length;
				const result = await test(change);
				assert.equal(result.status, status, result.message);
				assert.match(result.message, message);
				assert.equal(log.starts.length, before);
			});
		}

		await scenario.step('Connection test: a test flow is started once, with {}', async () => {
			const before = log.starts.length;
			const result = await test({ testSlug: 'quiet-archive-3z9c7f' });
			assert.deepEqual(result, {
				status: 'OK',
				message: `QA at ${String(qa.baseUrl)}. The flow "quiet-archive-3z9c7f" was started and answered (HTTP 204).`,
			});
			assert.deepEqual(
				log.starts.slice(before).map(({ slug, context }) => ({ slug, context })),
				[{ slug: 'quiet-archive-3z9c7f', context: {} }],
			);
		});

		await scenario.step('Connection test: a wrong test flow is named', async () => {
			const result = await test({ testSlug: 'no-such-flow-000000' });
			assert.equal(result.status, 'Error');
			assert.match(result.message, /There is no flow "no-such-flow-000000"/);
		});
	},
};
