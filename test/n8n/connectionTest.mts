import assert from 'node:assert/strict';

import { startEventRequest } from '../../stand-in/startEvent.mts';
import { TOKENS } from '../../stand-in/server.mts';
import { faultyHttp } from '../engine/faultyService.mts';
import type { Feature } from './feature.mts';
import { ECHO } from './testBed.mts';

/** What the service answers to HEAD, and what the test says of it. */
const STATUSES: Array<[status: number, verdict: 'OK' | 'Error', message: RegExp]> = [
	[204, 'OK', /^QA at http\S+\. No flow was started\.$/],
	[404, 'OK', /No flow was started/],
	[405, 'OK', /No flow was started/],
	[501, 'OK', /No flow was started/],
	[307, 'Error', /redirects to another address \(HTTP 307\)/],
	[401, 'Error', /did not accept the access token \(HTTP 401\)/],
	[403, 'Error', /refused access \(HTTP 403\)/],
	[500, 'Error', /service failed \(HTTP 500\)/],
	[503, 'Error', /service failed \(HTTP 503\)/],
];

/** The credential's connection test as the editor runs it, through n8n's own endpoint for it. */
export const connectionTest: Feature = {
	name: 'Connection test: sends HEAD, and starts nothing',
	async test(bed, scenario) {
		const { api, credential, lab, log } = bed;
		const test = async (change: object) =>
			await api.testCredential(credential, 'triggerFlowApi', {
				...lab.credentialFor('qa'),
				...change,
			});

		const asked: Array<string | undefined> = [];
		let status = 200;
		const service = await faultyHttp((response) => {
			asked.push(response.req.method);
			response.writeHead(status, { location: '/elsewhere' }).end();
		});
		for (const [answered, verdict, expected] of STATUSES) {
			await scenario.step(`Connection test: HTTP ${answered} is ${verdict}`, async () => {
				status = answered;
				asked.splice(0);
				const result = await test({ baseUrl: service.url });
				assert.equal(result.status, verdict, result.message);
				assert.match(result.message, expected);
				assert.deepEqual(asked, ['HEAD']);
			});
		}
		await service.close();

		const request = startEventRequest(lab.standIn.urls.qa, ECHO, {}, TOKENS.qa);
		const live = startEventRequest(lab.standIn.urls.production, ECHO, {});
		const cases: Array<[title: string, change: object, verdict: string, expected: RegExp]> = [
			[
				'a pasted request is understood, and its flow is named',
				{ connectWith: 'request', request },
				'OK',
				/^QA at http\S+, 1 flow: echo-4kq7zt\. No flow was started\.$/,
			],
			[
				'a request for another address is refused',
				{ moreFlows: live },
				'Error',
				/More Flows .* contains a request for another address/,
			],
			[
				'a request that cannot be read is refused',
				{ connectWith: 'request', request: 'curl' },
				'Error',
				/^Start Event Request in the credential/,
			],
			['a bad token is told', { accessToken: 'wrong-token' }, 'Error', /HTTP 401/],
			[
				'a dead address is told',
				{ baseUrl: 'http://127.0.0.1:9/start' },
				'Error',
				/127\.0\.0\.1:9 refused/,
			],
			[
				'an unknown host is told',
				{ baseUrl: 'https://nowhere.invalid/' },
				'Error',
				/nowhere\.invalid was not found/,
			],
		];
		for (const [title, change, verdict, expected] of cases) {
			await scenario.step(`Connection test: ${title}`, async () => {
				const before = log.starts.length;
				const result = await test(change);
				assert.equal(result.status, verdict, result.message);
				assert.match(result.message, expected);
				assert.equal(log.starts.length, before);
			});
		}
	},
};
