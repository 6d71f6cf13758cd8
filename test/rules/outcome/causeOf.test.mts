import { causeOf } from '../../../nodes/TriggerFlow/rules/outcome/causeOf';
import {
	outcomeOfErrorCode,
	outcomeOfStatus,
} from '../../../nodes/TriggerFlow/rules/outcome/outcome';

const answered = (statusCode: number) => ({
	answer: { statusCode, headers: {}, body: Buffer.alloc(0) },
});

const brokenBy = (code: string | undefined) => ({ error: { code, message: '' } });

test.each<[number, string]>([
	[300, 'configuration-invalid'],
	[301, 'configuration-invalid'],
	[308, 'configuration-invalid'],
	[401, 'credential-invalid'],
	[403, 'configuration-invalid'],
	[404, 'configuration-invalid'],
	[405, 'configuration-invalid'],
	[415, 'configuration-invalid'],
	[429, 'rate-limited'],
])('HTTP %i is %s', (status, cause) => {
	expect(causeOf(answered(status))).toStrictEqual({ cause });
});

test('a wait that the service asked for stands beside the cause', () => {
	expect(causeOf(answered(429), 7000)).toEqual({ cause: 'rate-limited', retryAfterMs: 7000 });
	expect(causeOf(answered(503), 0)).toEqual({
		cause: 'temporarily-unavailable',
		retryAfterMs: 0,
	});
});

test.each([200, 204])('HTTP %i is no failure', (status) => {
	expect(causeOf(answered(status), 1)).toBeUndefined();
});

test.each([400, 409, 413, 422])(
	'HTTP %i speaks of one context, and says nothing of the node',
	(status) => {
		expect(causeOf(answered(status))).toBeUndefined();
	},
);

test.each([
	['ECONNREFUSED', 'temporarily-unavailable'],
	['EHOSTUNREACH', 'temporarily-unavailable'],
	['EHOSTDOWN', 'temporarily-unavailable'],
	['ENETUNREACH', 'temporarily-unavailable'],
	['ENETDOWN', 'temporarily-unavailable'],
	['EAI_AGAIN', 'temporarily-unavailable'],
	['ENOTFOUND', 'configuration-invalid'],
])('%s is %s', (code, cause) => {
	expect(causeOf(brokenBy(code))).toEqual({ cause });
	expect(outcomeOfErrorCode(code)).toBe('notStarted');
});

test.each(['CERT_HAS_EXPIRED', 'EPROTO', undefined])('%s has no word of n8n', (code) => {
	expect(causeOf(brokenBy(code))).toBeUndefined();
});

test('nothing whose outcome is unknown is said to get better by waiting', () => {
	for (let status = 300; status < 600; status++) {
		if (outcomeOfStatus(status, false) === 'unknown') {
			expect(causeOf(answered(status))).toBeUndefined();
		}
	}
	for (const code of ['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'ERR_CANCELED']) {
		expect(outcomeOfErrorCode(code)).toBe('unknown');
		expect(causeOf(brokenBy(code))).toBeUndefined();
	}
});
