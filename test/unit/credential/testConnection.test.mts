import { judgeTest } from '../../../nodes/TriggerFlow/credential/testConnection';
import type { FlowCredential } from '../../../nodes/TriggerFlow/credential/flowCredential';
import { transportError } from '../outcome/transportErrors.mts';
import { QA, TOKEN } from './requests.mts';

const credential: FlowCredential = {
	environment: 'qa',
	baseUrl: QA,
	accessToken: TOKEN,
	flows: [{ slug: 'order-1', example: {} }],
};

const judge = (statusCode: number) =>
	judgeTest({ answer: { statusCode, headers: {}, body: Buffer.alloc(0) } }, credential);

test.each([100, 200, 204, 299, 400, 402, 404, 405, 407, 429, 501])('HTTP %i passes', (status) => {
	expect(judge(status)).toEqual({
		isOk: true,
		message: `QA at ${QA}, 1 flow: order-1. No flow was started.`,
	});
});

test.each([
	[300, /redirects to another address \(HTTP 300\)/],
	[308, /redirects to another address \(HTTP 308\)/],
	[401, /did not accept the access token.* of the QA environment/],
	[403, /refused access.* to the QA environment/],
	[500, /failed \(HTTP 500\)/],
	[502, /failed \(HTTP 502\)/],
	[503, /failed \(HTTP 503\)/],
])('HTTP %i fails', (status, message) => {
	expect(judge(status)).toEqual({ isOk: false, message: expect.stringMatching(message) });
});

test.each([
	['ENOTFOUND', /^The address qa\.flows\.example was not found\. Check the URL/],
	['ECONNREFUSED', /^qa\.flows\.example refused the connection\. Check the URL/],
	['ECONNRESET', /^The connection to qa\.flows\.example broke off/],
	['ECONNABORTED', /^qa\.flows\.example did not answer in time/],
])('%s fails', (code, message) => {
	const verdict = judgeTest({ error: transportError(code) }, credential);
	expect(verdict).toEqual({ isOk: false, message: expect.stringMatching(message) });
});
