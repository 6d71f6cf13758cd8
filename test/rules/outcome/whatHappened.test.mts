import type { TransportError } from '../../../nodes/TriggerFlow/http/attempt';
import { describeFailure } from '../../../nodes/TriggerFlow/outcome/describeFailure';
import { whatHappened } from '../../../nodes/TriggerFlow/outcome/table';

const answered = (statusCode: number) => ({
	answer: { statusCode, headers: {}, body: Buffer.alloc(0) },
});

const outcomeOfStatus = (status: number, retryAfterMs: number | undefined) =>
	whatHappened(answered(status), retryAfterMs).outcome;

const outcomeOfError = (error: TransportError) => whatHappened({ error }, undefined).outcome;

const isOverload = (status: number, retryAfterMs?: number) =>
	whatHappened(answered(status), retryAfterMs).isOverload === true;

describe('a status', () => {
	test('of a service that has too much to do is 429 or of 5xx, and no other', () => {
		for (let status = 0; status <= 700; status++) {
			const isOne = status === 429 || (status >= 500 && status <= 599);
			expect([status, isOverload(status), isOverload(status, 0)]).toEqual([status, isOne, isOne]);
		}
	});

	test.each([
		[300, 'rejected'],
		[301, 'rejected'],
		[304, 'rejected'],
		[308, 'rejected'],
		[399, 'rejected'],
		[400, 'rejected'],
		[401, 'rejected'],
		[403, 'rejected'],
		[404, 'rejected'],
		[407, 'rejected'],
		[408, 'unknown'],
		[409, 'rejected'],
		[410, 'rejected'],
		[422, 'rejected'],
		[424, 'rejected'],
		[425, 'unknown'],
		[426, 'rejected'],
		[427, 'rejected'],
		[428, 'rejected'],
		[429, 'notStarted'],
		[430, 'unknown'],
		[431, 'rejected'],
		[432, 'unknown'],
		[450, 'unknown'],
		[451, 'rejected'],
		[452, 'unknown'],
		[499, 'unknown'],
		[500, 'unknown'],
		[501, 'unknown'],
		[502, 'unknown'],
		[504, 'unknown'],
		[505, 'unknown'],
		[529, 'unknown'],
		[599, 'unknown'],
		// Outside HTTP's own ranges nothing is certain.
		[100, 'unknown'],
		[199, 'unknown'],
		[600, 'unknown'],
		[0, 'unknown'],
	])('%i is %s, with and without a wait that the service asks for', (status, outcome) => {
		expect(outcomeOfStatus(status, undefined)).toBe(outcome);
		expect(outcomeOfStatus(status, 0)).toBe(outcome);
	});

	test('503 was turned away when it comes with a wait that can be read, and is unknown without one', () => {
		expect(outcomeOfStatus(503, 0)).toBe('notStarted');
		expect(outcomeOfStatus(503, undefined)).toBe('unknown');
	});

	test('no status counts as refused here', () => {
		for (let status = 0; status <= 999; status++) {
			expect(outcomeOfStatus(status, 0)).not.toBe('notSent');
			expect(outcomeOfStatus(status, undefined)).not.toBe('notSent');
		}
	});
});

describe('a transport error', () => {
	const outcomeOf = (code: string | undefined, syscall?: string) =>
		outcomeOfError({ code, syscall, stood: false, message: '' });

	test.each([
		['getaddrinfo', 'ENOTFOUND'],
		['getaddrinfo', 'EAI_AGAIN'],
		['getaddrinfo', 'EAI_NODATA'],
		['connect', 'ECONNREFUSED'],
		['connect', 'ECONNRESET'],
		['connect', 'ETIMEDOUT'],
		['connect', 'EHOSTUNREACH'],
		['connect', 'EHOSTDOWN'],
		['connect', 'ENETUNREACH'],
		['connect', 'ENETDOWN'],
		['connect', 'EADDRNOTAVAIL'],
		['connect', 'EACCES'],
		// A handshake that failed: the request still waits to be written.
		['write', 'EPROTO'],
	])('%s %s came before the request could leave', (syscall, code) => {
		expect(outcomeOf(code, syscall)).toBe('notStarted');
	});

	test.each([
		['ETIMEDOUT', undefined, true],
		['ETIMEDOUT', 'read', true],
		['ECONNABORTED', undefined, true],
		['ECONNRESET', 'read', true],
		['ETIMEDOUT', 'connect', undefined],
		['ECONNREFUSED', 'connect', undefined],
		['ERR_CANCELED', undefined, undefined],
	])('%s %s is one of too much to do: %p', (code, syscall, expected) => {
		const error = { code, syscall, stood: false, message: '' };
		expect(whatHappened({ error }, undefined).isOverload).toBe(expected);
	});

	test('a connection that nobody takes up in time is told as that', () => {
		const error = { code: 'ETIMEDOUT', syscall: 'connect', stood: false, message: '' };
		expect(whatHappened({ error }, undefined)).toMatchObject({
			cause: 'temporarily-unavailable',
			happened: '{host} did not answer in time',
		});
	});

	test.each([
		[undefined, 'ECONNREFUSED'],
		['read', 'ECONNREFUSED'],
		['read', 'ECONNRESET'],
		['write', 'ECONNRESET'],
		[undefined, 'ECONNRESET'],
		['read', 'ETIMEDOUT'],
		['write', 'ETIMEDOUT'],
		[undefined, 'ETIMEDOUT'],
		['read', 'EHOSTUNREACH'],
		['write', 'EHOSTUNREACH'],
		[undefined, 'EHOSTUNREACH'],
		['read', 'EHOSTDOWN'],
		['read', 'ENETUNREACH'],
		['write', 'ENETDOWN'],
		['write', 'EADDRNOTAVAIL'],
		['write', 'EPIPE'],
		['read', 'EPROTO'],
		[undefined, 'EPROTO'],
	])('%s %s may come from a connection that stood', (syscall, code) => {
		expect(outcomeOf(code, syscall)).toBe('unknown');
	});

	test.each([
		// nodejs.org/api/tls.html, "X509 certificate error codes", and the name of the host.
		'UNABLE_TO_GET_ISSUER_CERT',
		'UNABLE_TO_GET_CRL',
		'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
		'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
		'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
		'CERT_SIGNATURE_FAILURE',
		'CRL_SIGNATURE_FAILURE',
		'CERT_NOT_YET_VALID',
		'CERT_HAS_EXPIRED',
		'CRL_NOT_YET_VALID',
		'CRL_HAS_EXPIRED',
		'ERROR_IN_CERT_NOT_BEFORE_FIELD',
		'ERROR_IN_CERT_NOT_AFTER_FIELD',
		'ERROR_IN_CRL_LAST_UPDATE_FIELD',
		'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'CERT_CHAIN_TOO_LONG',
		'CERT_REVOKED',
		'INVALID_CA',
		'PATH_LENGTH_EXCEEDED',
		'INVALID_PURPOSE',
		'CERT_UNTRUSTED',
		'CERT_REJECTED',
		'HOSTNAME_MISMATCH',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_BLOCKED',
	])('%s is found before anything is written', (code) => {
		expect(outcomeOf(code)).toBe('notStarted');
	});

	test.each(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'EPROTO'])(
		'%s of a new handshake may have come after the request',
		(code) => {
			const error = { code, syscall: 'write', message: '' };
			expect(outcomeOfError({ ...error, stood: true })).toBe('unknown');
			expect(outcomeOfError(error)).toBe('unknown');
			expect(outcomeOfError({ ...error, stood: false })).toBe('notStarted');
		},
	);

	test.each([
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'ERR_SSL_UNSUPPORTED_PROTOCOL',
		'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
		'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
		'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
		'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC',
		'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
		'ERR_SSL_UNEXPECTED_RECORD',
		'ERR_TLS_HANDSHAKE_TIMEOUT',
		'ERR_TLS_ANYTHING',
		'CERT_ANYTHING',
		'NO_CERT_HAS_EXPIRED',
		'UNSPECIFIED',
		'ECONNABORTED',
		'ERR_CANCELED',
		'ERR_BAD_RESPONSE',
		'ERR_NETWORK',
		'ERR_STREAM_PREMATURE_CLOSE',
		'HPE_INVALID_CONSTANT',
		'Z_DATA_ERROR',
		'ENOTFOUND',
		'toString',
		'',
		undefined,
	])('%j says nothing for certain', (code) => {
		expect(outcomeOf(code)).toBe('unknown');
	});
});

const ABOUT = { slug: 'a', environment: 'QA', host: 'h', accessToken: 'secret-token-123' };

const causeOf = (attempt: Parameters<typeof describeFailure>[0], retryAfterMs?: number) =>
	describeFailure(attempt, ABOUT, retryAfterMs).cause;

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
