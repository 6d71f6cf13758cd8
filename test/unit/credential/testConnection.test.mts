import type { ICredentialsDecrypted, ICredentialTestFunctions } from 'n8n-workflow';

import { testConnection } from '../../../nodes/StartFlow/credential/testConnection.n8n';
import { transportError } from '../send/modelService.mts';
import { curl, TOKEN } from './requests.mts';

/** The result of the connection test when the service answers like this. */
async function tested(respond: () => Promise<unknown>, fields: object = {}) {
	const request = jest.fn(respond);
	const n8n = { helpers: { request }, logger: { error: () => {} } };
	const data = { environment: 'qa', request: curl('order-1'), ...fields };
	const result = await testConnection.call(
		n8n as unknown as ICredentialTestFunctions,
		{ data } as unknown as ICredentialsDecrypted,
	);
	return { sent: request.mock.calls.flat(), result };
}

const answers = (statusCode: number) => async () => await Promise.resolve({ statusCode });

test.each([200, 299, 404, 405, 429, 501])('passes HTTP %i, and has a time-out', async (status) => {
	const { sent, result } = await tested(answers(status));
	expect(sent).toEqual([expect.objectContaining({ timeout: 30_000 })]);
	expect(result).toEqual({ status: 'OK', message: 'The service answered. No flow was started.' });
});

test.each([
	[300, /redirect.* \(HTTP 300\)/],
	[401, /QA token was not accepted \(HTTP 401\)/],
	[403, /QA token is not allowed to start this flow \(HTTP 403\)/],
	[407, /A proxy .* \(HTTP 407\)/],
	[503, /failed \(HTTP 503\)/],
])('fails for HTTP %i', async (status, message) => {
	const { result } = await tested(answers(status));
	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
});

test.each([
	['ENOTFOUND', /^The address qa\.flows\.example was not found\. Technical.* Check/],
	['EPROTO', /^The connection to qa\.flows\.example was lost\. Technical.* Check the URL/],
	['ECONNABORTED', /^qa\.flows\.example did not answer in time/],
])('fails when the service cannot be reached: %s', async (code, message) => {
	const error = Object.assign(new Error(), transportError(code, `at ${TOKEN}`));
	const { result } = await tested(async () => await Promise.reject(error));
	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	expect(result.message).not.toContain(TOKEN);
});

test('does not take a bug for a lost connection', async () => {
	const { result } = await tested(async () => await Promise.resolve(undefined));
	expect(result.message).toMatch(/^The node itself failed/);
});

test('fails without a request when the pasted request is wrong', async () => {
	const { sent, result } = await tested(answers(200), { request: 'some words' });
	expect(result).toEqual({ status: 'Error', message: expect.stringMatching(/not a curl command/) });
	expect(sent).toEqual([]);
});
