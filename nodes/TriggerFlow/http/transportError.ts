import { BLOCKED, type TransportError } from './attempt';

interface HelperError {
	name?: string;
	code?: string;
	httpCode?: string | null;
	syscall?: string;
	errors?: HelperError[];
	message?: string;
	/** n8n's own: the texts of what it was made of. */
	messages?: string[];
	cause?: unknown;
	/** Node's own request. For https: whether the first handshake goes on. */
	request?: { socket?: { secureConnecting?: boolean } | null };
}

/**
 * What n8n's HTTP helper threw before the head of an answer came, as an attempt. The helper wraps the
 * HTTP library's error, and the library wraps Node's: each is the `cause` of the one around it.
 */
export function readTransportError(thrown: unknown): { error: TransportError } {
	// From the innermost: the ones around it are reworded.
	const errors = chainOf(thrown).reverse();
	const message = errors.find((error) => error.message)?.message ?? String(thrown);
	// n8n's protection from SSRF has no code, only names: it refuses an address before it connects.
	if (errors.some(({ name }) => /^SsrfBlocked/.test(String(name)))) {
		return { error: { code: BLOCKED, message } };
	}
	const sockets = errors.map(({ request }) => request?.socket?.secureConnecting);
	const isConnecting = sockets.find((one) => one !== undefined);
	const isSecured = isConnecting === undefined ? undefined : !isConnecting;
	return { error: { ...reasonOf(errors), isSecured, message } };
}

/** Far more than any version of n8n wraps: an error may be its own cause. */
const LONGEST_CHAIN = 10;

function chainOf(thrown: unknown): HelperError[] {
	const chain: HelperError[] = [];
	let error = thrown;
	while (typeof error === 'object' && error !== null && chain.length < LONGEST_CHAIN) {
		chain.push(error);
		error = (error as HelperError).cause;
	}
	return chain;
}

function reasonOf(errors: HelperError[]): Pick<TransportError, 'code' | 'syscall'> {
	const coded = errors.find((error) => typeof error.code === 'string');
	if (coded === undefined) return reasonInWords(errors);
	const { code, syscall, errors: each } = coded;
	if (syscall !== undefined || !Array.isArray(each)) return { code, syscall };
	const [first, ...others] = each.map((error) => error.syscall);
	return { code, syscall: others.every((other) => other === first) ? first : undefined };
}

/** Where n8n loses the cause, it keeps its text: "connect ECONNREFUSED 127.0.0.1:443". */
function reasonInWords(errors: HelperError[]): Pick<TransportError, 'code' | 'syscall'> {
	const code = errors.find(({ httpCode }) => httpCode)?.httpCode ?? undefined;
	const texts = errors.flatMap(({ messages }) => (Array.isArray(messages) ? messages : []));
	const syscall = ['connect', 'getaddrinfo'].find((one) =>
		texts.some((text) => code !== undefined && text.startsWith(`${one} ${code}`)),
	);
	return { code, syscall };
}
