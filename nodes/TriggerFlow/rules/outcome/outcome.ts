import type { Outcome } from '../errors/failure';

/**
 * What an HTTP status says about a start. The table is the public interface's; a 2xx is not in it,
 * because the flow was started.
 *
 * @param hasRetryAfter Whether the answer has a Retry-After header: a 503 with it was turned away.
 */
export function outcomeOfStatus(status: number, hasRetryAfter: boolean): Outcome {
	if (status === 429) return 'notStarted';
	if (status === 503) return hasRetryAfter ? 'notStarted' : 'unknown';
	return isRejection(status) ? 'rejected' : 'unknown';
}

function isRejection(status: number): boolean {
	return (
		(status >= 300 && status <= 407) ||
		(status >= 409 && status <= 424) ||
		(status >= 426 && status <= 428) ||
		status === 431 ||
		status === 451
	);
}

/**
 * What a transport error says about a start, from the code that Node or the HTTP library gives.
 * Only what certainly happened before a request could be read counts as not started.
 */
export function outcomeOfErrorCode(code = ''): Outcome {
	return NOT_STARTED_CODES.has(code) || isTlsFailure(code) ? 'notStarted' : 'unknown';
}

/** Whether no secure connection came about, so that no request was sent. */
export function isTlsFailure(code = ''): boolean {
	return code === 'EPROTO' || TLS_CODE.test(code);
}

/** The code for an address that this n8n is not allowed to reach. n8n itself has none. */
export const BLOCKED = 'ERR_BLOCKED';

const NOT_STARTED_CODES = new Set([
	BLOCKED,
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EAI_NODATA',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'EHOSTDOWN',
	'ENETDOWN',
	'EADDRNOTAVAIL',
]);

/** Certificates and handshakes: node:tls, "X509 certificate error codes", and OpenSSL's own. */
const TLS_CODE =
	/^(CERT_|CRL_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_UNSUPPORTED_PROTOCOL|ERR_SSL_[A-Z0-9_]*HANDSHAKE_FAILURE)/;
