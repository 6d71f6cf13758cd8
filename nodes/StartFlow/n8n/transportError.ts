export interface TransportError {
	/** The code of Node or of the HTTP library, such as `ECONNREFUSED`, or `ERR_BLOCKED` for n8n's SSRF protection. */
	code: string | undefined;
	/** The failed system call. `connect` and `getaddrinfo` come before the request, `read` and `write` after. */
	syscall?: string;
	/** Whether the TLS handshake (with a proxy: the one with the proxy) was still going on. */
	isHandshaking?: boolean;
	message: string;
}

interface HelperError extends Partial<NodeJS.ErrnoException> {
	httpCode?: string | null;
	errors?: HelperError[];
	/** The messages of the errors that n8n wrapped, the innermost first. Only n8n's own errors have it. */
	messages?: string[];
	/** Node's own request. With https, its socket says whether the handshake is still going on. */
	request?: { socket?: { secureConnecting?: boolean } | null };
}

/** Node checks the certificate in the handshake, so these come before the request. `ERR_SSL_…` may come after it. */
const CERTIFICATE_CODE = /^(?:CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_)/;

/**
 * Reads what n8n's HTTP helper threw. It wraps the error of the HTTP library, which wraps Node's error: each is the `cause`
 * of the one around it. If Node tried several addresses of a host, the first one's error stands for all. Without a code, the flow
 * may have started.
 * If n8n changes this: starts that did not happen are not retried.
 * Test: test/engine/outcomes.test.mts, test/engine/blocked.test.mts
 */
export function parseTransportError(thrown: unknown): TransportError {
	// From the innermost. n8n replaces the message of a lost connection by the advice to retry at once, which may start a flow twice.
	const errors = listCauses(thrown).reverse();
	const texts = errors.map(({ messages, message }) => messages?.[0] ?? message);
	const message = texts.find(Boolean) ?? String(thrown);
	// n8n's SSRF protection refuses an address before it connects. Its errors have no code, and n8n 2.20 keeps only their message.
	if (message.startsWith('The request was blocked because')) {
		return { code: 'ERR_BLOCKED', message };
	}
	const { code, syscall } = findReason(errors);
	const isHandshaking =
		CERTIFICATE_CODE.test(code ?? '') ||
		errors.some(({ request }) => request?.socket?.secureConnecting);
	return { code, syscall, isHandshaking, message };
}

/** No version of n8n wraps an error so many times, but an error may be its own cause. */
const MAX_CAUSES = 10;

function listCauses(thrown: unknown): HelperError[] {
	const causes: HelperError[] = [];
	let error = thrown;
	while (typeof error === 'object' && error !== null && causes.length < MAX_CAUSES) {
		causes.push(error);
		const { cause, errors } = error as HelperError;
		error = cause ?? errors?.[0];
	}
	return causes;
}

function findReason(errors: HelperError[]): Pick<TransportError, 'code' | 'syscall'> {
	const withCode = errors.find((error) => typeof error.code === 'string');
	if (withCode) return { code: withCode.code, syscall: withCode.syscall };
	// Where n8n loses the cause, it keeps its code and its text: "connect ECONNREFUSED 127.0.0.1:443".
	const code = errors.find(({ httpCode }) => httpCode)?.httpCode ?? undefined;
	const texts = errors.flatMap(({ messages }) => (Array.isArray(messages) ? messages : []));
	const syscall = ['connect', 'getaddrinfo'].find((name) =>
		texts.some((text) => text.startsWith(`${name} ${code}`)),
	);
	return { code, syscall };
}
