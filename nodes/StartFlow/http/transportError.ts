import type { TransportError } from './attempt';

interface HelperError extends Partial<NodeJS.ErrnoException> {
	httpCode?: string | null;
	errors?: HelperError[];
	/** The messages of the errors that n8n wrapped. Only n8n's own errors have it. */
	messages?: string[];
	/** Node's own request. With https, its socket says whether the handshake is still going on. */
	request?: { socket?: { secureConnecting?: boolean } | null };
}

/**
 * Reads what n8n's HTTP helper threw. It wraps the error of the HTTP library, which wraps Node's error: each is the `cause`
 * of the one around it. Without a code, the flow may have started.
 * If n8n changes this: starts that did not happen are not retried.
 * Test: test/engine/outcomes.test.mts, test/engine/blocked.test.mts
 */
export function parseTransportError(thrown: unknown): TransportError {
	// From the innermost, because the errors around it have other messages.
	const errors = listCauses(thrown).reverse();
	const message = errors.find((error) => error.message)?.message ?? String(thrown);
	// n8n's SSRF protection refuses an address before it connects. Its errors have no code, and n8n 2.20 keeps only their message.
	if (message.startsWith('The request was blocked because')) {
		return { code: 'ERR_BLOCKED', message };
	}
	const isHandshaking = errors.some(({ request }) => request?.socket?.secureConnecting);
	return { isHandshaking, ...findReason(errors), message };
}

/** No version of n8n wraps an error so many times, but an error may be its own cause. */
const MAX_CAUSES = 10;

function listCauses(thrown: unknown): HelperError[] {
	const causes: HelperError[] = [];
	let error = thrown;
	while (typeof error === 'object' && error !== null && causes.length < MAX_CAUSES) {
		causes.push(error);
		error = (error as HelperError).cause;
	}
	return causes;
}

function findReason(errors: HelperError[]): Omit<TransportError, 'message'> {
	const withCode = errors.find((error) => typeof error.code === 'string');
	if (withCode === undefined) return findReasonInText(errors);
	const { code, syscall, errors: combined } = withCode;
	// If Node tried several addresses of a host, its error combines only errors of connecting.
	return { code, syscall: syscall ?? combined?.[0]?.syscall };
}

/** Node checks the certificate in the handshake. `ERR_SSL_…` may come after the request. */
const CERTIFICATE_CODES = [
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Where n8n loses the cause, it keeps its code and its text: "connect ECONNREFUSED 127.0.0.1:443". */
function findReasonInText(errors: HelperError[]) {
	const code = errors.find(({ httpCode }) => httpCode)?.httpCode ?? undefined;
	if (CERTIFICATE_CODES.includes(code ?? '')) return { code, isHandshaking: true };
	const texts = errors.flatMap(({ messages }) => (Array.isArray(messages) ? messages : []));
	const syscall = ['connect', 'getaddrinfo'].find((one) =>
		texts.some((text) => text.startsWith(`${one} ${code}`)),
	);
	return { code, syscall };
}
