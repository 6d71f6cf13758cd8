import {
	outcomeOfErrorCode,
	outcomeOfStatus,
} from '../../../nodes/TriggerFlow/rules/outcome/outcome';

describe('a status', () => {
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
	])('%i is %s, with and without Retry-After', (status, outcome) => {
		expect(outcomeOfStatus(status, false)).toBe(outcome);
		expect(outcomeOfStatus(status, true)).toBe(outcome);
	});

	test('503 was turned away when it comes with Retry-After, and is unknown without it', () => {
		expect(outcomeOfStatus(503, true)).toBe('notStarted');
		expect(outcomeOfStatus(503, false)).toBe('unknown');
	});

	test('no status counts as refused here', () => {
		for (let status = 0; status <= 999; status++) {
			expect(outcomeOfStatus(status, true)).not.toBe('notSent');
			expect(outcomeOfStatus(status, false)).not.toBe('notSent');
		}
	});
});

describe('an error code', () => {
	test.each([
		// The address or the way to it.
		'ECONNREFUSED',
		'ENOTFOUND',
		'EAI_AGAIN',
		'EAI_NODATA',
		'EHOSTUNREACH',
		'ENETUNREACH',
		'EHOSTDOWN',
		'ENETDOWN',
		'EADDRNOTAVAIL',
		// The handshake, and TLS spoken to a plain port.
		'EPROTO',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'ERR_SSL_UNSUPPORTED_PROTOCOL',
		'ERR_SSL_HANDSHAKE_FAILURE',
		'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
		'ERR_SSL_TLSV1_ALERT_HANDSHAKE_FAILURE',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_TLS_HANDSHAKE_TIMEOUT',
		// Certificates: nodejs.org/api/tls.html, "X509 certificate error codes".
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
	])('%s came before the request could be read', (code) => {
		expect(outcomeOfErrorCode(code)).toBe('notStarted');
	});

	test.each([
		'ECONNRESET',
		'ECONNABORTED',
		'ETIMEDOUT',
		'ESOCKETTIMEDOUT',
		'EPIPE',
		'ERR_CANCELED',
		'ERR_BAD_RESPONSE',
		'ERR_NETWORK',
		'ERR_SOCKET_CONNECTION_TIMEOUT',
		'ERR_STREAM_PREMATURE_CLOSE',
		'HPE_INVALID_CONSTANT',
		'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
		'Z_DATA_ERROR',
		'econnrefused',
		'ECONNREFUSED ',
		'XECONNREFUSED',
		'NO_CERT_HAS_EXPIRED',
		'MY_ERR_TLS_X',
		'ERR_SSL_WRONG',
		'ERR_SSL_UNEXPECTED_RECORD',
		'toString',
		'',
		undefined,
	])('%j says nothing for certain', (code) => {
		expect(outcomeOfErrorCode(code)).toBe('unknown');
	});
});
