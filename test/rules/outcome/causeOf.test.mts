import { causeOf } from '../../../nodes/TriggerFlow/rules/outcome/causeOf';
import { outcomeOfError, outcomeOfStatus } from '../../../nodes/TriggerFlow/rules/outcome/outcome';

const answered = (statusCode: number) => ({
	answer: { statusCode, headers: {}, body: Buffer.alloc(0) },
});

const brokenBy = (code: string | undefined, syscall?: string) => ({
	error: { code, syscall, message: '' },
});

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
	['connect', 'ECONNREFUSED', 'temporarily-unavailable'],
	['connect', 'EHOSTUNREACH', 'temporarily-unavailable'],
	['connect', 'EHOSTDOWN', 'temporarily-unavailable'],
	['connect', 'ENETUNREACH', 'temporarily-unavailable'],
	['connect', 'ENETDOWN', 'temporarily-unavailable'],
	['getaddrinfo', 'EAI_AGAIN', 'temporarily-unavailable'],
	['getaddrinfo', 'ENOTFOUND', 'configuration-invalid'],
])('%s %s is %s', (syscall, code, cause) => {
	const broken = brokenBy(code, syscall);
	expect(causeOf(broken)).toEqual({ cause });
	expect(outcomeOfError(broken.error)).toBe('notStarted');
});

test.each([
	['CERT_HAS_EXPIRED', undefined],
	['EPROTO', 'write'],
	['EHOSTUNREACH', 'read'],
	[undefined, undefined],
])('%s has no word of n8n', (code, syscall) => {
	expect(causeOf(brokenBy(code, syscall))).toBeUndefined();
});

test('nothing whose outcome is unknown is said to get better by waiting', () => {
	for (let status = 300; status < 600; status++) {
		if (outcomeOfStatus(status, undefined) === 'unknown') {
			expect(causeOf(answered(status))).toBeUndefined();
		}
	}
	for (const code of ['ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'EPIPE', 'ERR_CANCELED']) {
		expect(outcomeOfError(brokenBy(code, 'read').error)).toBe('unknown');
		expect(causeOf(brokenBy(code, 'read'))).toBeUndefined();
	}
});
