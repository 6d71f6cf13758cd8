import { judgeTest, testRequest } from '../../../nodes/TriggerFlow/rules/credential/connectionTest';
import type { FlowCredential } from '../../../nodes/TriggerFlow/rules/credential/flowCredential';
import type { Attempt } from '../../../nodes/TriggerFlow/rules/outcome/attempt';
import { maskAttempt } from '../../../nodes/TriggerFlow/rules/outcome/maskAttempt';
import { refusalOf } from '../errors/refusal.mts';
import { transportError } from '../outcome/transportErrors.mts';

const QA: FlowCredential = {
	environment: 'qa',
	baseUrl: 'https://flows.example.com:8443//v1/start/?tenant=7',
	accessToken: 'secret-token-123',
};
const PRODUCTION: FlowCredential = { ...QA, environment: 'production' };

const answered = (statusCode: number, body = ''): Attempt => ({
	answer: { statusCode, headers: {}, body: Buffer.from(body) },
});
const broken = (code: string | undefined, message = 'it broke'): Attempt => ({
	error: transportError(code, message),
});

describe('the request', () => {
	test('without a slug is a bare HEAD to the URL as given, so it starts nothing', () => {
		expect(testRequest(QA, '')).toEqual({ method: 'HEAD', url: QA.baseUrl, headers: {} });
	});

	test('with a slug is the documented start with an empty context', () => {
		expect(testRequest(QA, 'check-4d7x2p')).toEqual({
			method: 'PUT',
			url: QA.baseUrl,
			headers: { 'Content-Type': 'application/json' },
			body: '{"slug":"check-4d7x2p","context":{}}',
		});
	});

	test.each(['', 'check-4d7x2p'])('with slug %j does not hold the token', (testSlug) => {
		expect(JSON.stringify(testRequest(QA, testSlug))).not.toContain(QA.accessToken);
	});

	test('with a slug of white space alone is refused', () => {
		expect(refusalOf(() => testRequest(QA, ' ')).message).toMatch(/slug is empty/);
	});
});

describe('without a slug', () => {
	test.each([100, 200, 204, 301, 308, 400, 402, 404, 405, 407, 429, 500, 501, 503])(
		'HTTP %i is a sign of life, and nothing was started',
		(statusCode) => {
			expect(judgeTest(answered(statusCode), QA, '')).toEqual({
				isOk: true,
				message: `The endpoint answered (HTTP ${statusCode}). No flow was started.`,
			});
		},
	);

	test.each([
		['QA', QA],
		['Production', PRODUCTION],
	])('HTTP 401 says to copy the token of the %s environment', (environment, credential) => {
		const { isOk, message } = judgeTest(answered(401), credential, '');
		expect(isOk).toBe(false);
		expect(message).toMatch(/did not accept the access token \(HTTP 401\)\. Copy the token/);
		expect(message).toContain(` of the ${environment} environment`);
	});

	test.each([
		['QA', QA],
		['Production', PRODUCTION],
	])('HTTP 403 says to check URL and token of the %s environment', (environment, credential) => {
		const { isOk, message } = judgeTest(answered(403), credential, '');
		expect(isOk).toBe(false);
		expect(message).toMatch(
			/refused access \(HTTP 403\)\. Check that the endpoint URL and the access token/,
		);
		expect(message).toContain(` to the ${environment} environment`);
	});

	test.each([
		['ENOTFOUND', 'The address flows.example.com:8443 was not found.'],
		['ECONNREFUSED', 'flows.example.com:8443 refused the connection.'],
		[
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'No secure connection to flows.example.com:8443 could be made.',
		],
		['EPROTO', 'No secure connection to flows.example.com:8443 could be made.'],
		['ECONNRESET', 'The connection to flows.example.com:8443 broke off before the answer came.'],
		['ETIMEDOUT', 'flows.example.com:8443 did not answer in time.'],
		['ECONNABORTED', 'flows.example.com:8443 did not answer in time.'],
		[undefined, 'The connection to flows.example.com:8443 broke off before the answer came.'],
	])('%s fails, and says what to check', (code, reason) => {
		expect(judgeTest(broken(code), QA, '')).toEqual({
			isOk: false,
			message: `${reason} Check the endpoint URL, and whether n8n can reach that address.`,
		});
	});

	test('EAI_AGAIN fails as a problem of the address', () => {
		const { isOk, message } = judgeTest(broken('EAI_AGAIN'), QA, '');
		expect(isOk).toBe(false);
		expect(message).toMatch(/^The address flows\.example\.com:8443 .*Check the endpoint URL/);
	});

	test.each(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'])(
		'%s is not told as a problem of encryption',
		(code) => {
			const { isOk, message } = judgeTest(broken(code), QA, '');
			expect(isOk).toBe(false);
			expect(message).not.toMatch(/secure/);
		},
	);
});

describe('with a slug', () => {
	test.each([200, 201, 204, 299])('HTTP %i says that the flow was started', (statusCode) => {
		expect(judgeTest(answered(statusCode, 'anything'), QA, 'check-1')).toEqual({
			isOk: true,
			message: `The flow "check-1" was started and answered (HTTP ${statusCode}).`,
		});
	});

	test('an answer that breaks off says that the flow was started all the same', () => {
		const { answer } = answered(200);
		const brokenOff = { answer: { ...answer, lost: 'brokenOff' } } as Attempt;
		expect(judgeTest(brokenOff, QA, 'check-1')).toEqual({
			isOk: true,
			message: 'The flow "check-1" was started (HTTP 200), but its whole answer did not come.',
		});
	});

	test.each([
		[199, 'the flow may have started'],
		[300, 'the flow was not started'],
		[401, 'the flow was not started'],
		[403, 'the flow was not started'],
		[404, 'the flow was not started'],
		[429, 'the flow was not started'],
		[500, 'the flow may have started'],
	])('HTTP %i fails with its verdict: %s', (statusCode, verdict) => {
		const { isOk, message } = judgeTest(answered(statusCode), QA, 'check-1');
		expect(isOk).toBe(false);
		expect(message).toContain(`(HTTP ${statusCode}): ${verdict}. `);
	});

	test.each([
		['5', 'the flow was not started'],
		['soon', 'the flow may have started'],
	])('a 503 with Retry-After %j: %s', (retryAfter, verdict) => {
		const headers = { 'retry-after': retryAfter };
		const answer = { statusCode: 503, headers, body: Buffer.alloc(0) };
		expect(judgeTest({ answer }, QA, 'check-1').message).toContain(`: ${verdict}. `);
	});

	test('a 404 names the slug and the environment', () => {
		const { message } = judgeTest(answered(404), PRODUCTION, 'check-1');
		expect(message).toMatch(/"check-1" in the Production environment/);
	});

	test.each([
		['ECONNREFUSED', 'the flow was not started'],
		['ECONNRESET', 'the flow may have started'],
	])('%s fails with its verdict: %s', (code, verdict) => {
		const { isOk, message } = judgeTest(broken(code), QA, 'check-1');
		expect(isOk).toBe(false);
		expect(message).toContain(`: ${verdict}. `);
	});

	test('what the service said is on one line, with the token masked', () => {
		const attempt = maskAttempt(answered(400, 'no\nsuch secret-token-123'), QA.accessToken);
		const { message } = judgeTest(attempt, QA, 'check-1');
		expect(message).toContain('no such ***');
		expect(message).not.toMatch(/\n/);
	});

	test('a token that was pasted as the slug is not shown', () => {
		for (const status of [200, 400, 404, 500]) {
			const { message } = judgeTest(answered(status), QA, `flow-${QA.accessToken}`);
			expect(message).not.toContain(QA.accessToken);
		}
	});
});
