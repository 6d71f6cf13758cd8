import { BLOCKED } from '../outcome/table';
import type { TransportError } from './attempt';

/**
 * What n8n's HTTP helper threw before the head of an answer came, as an attempt. The helper wraps the
 * HTTP library's error in one of its own, and the library Node's: each is the `cause` of the one around
 * it.
 */
export function readTransportError(thrown: unknown): { error: TransportError } {
	// From the innermost: what stands around it is reworded.
	const errors = chainOf(thrown).reverse();
	const message = errors.find((error) => error.message)?.message ?? String(thrown);
	// n8n's protection from SSRF has no code, only names: it refuses an address before it connects.
	if (errors.some(({ name }) => /^SsrfBlocked/.test(String(name)))) {
		return { error: { code: BLOCKED, message } };
	}
	return { error: { ...reasonOf(errors), stood: stoodOf(errors), message } };
}

interface HelperError {
	name?: string;
	code?: string;
	httpCode?: string | null;
	syscall?: string;
	/** What happened at each address of a name. */
	errors?: HelperError[];
	message?: string;
	/** n8n's own: the texts of what it was made of. */
	messages?: string[];
	cause?: unknown;
	/** Node's own request. For https: whether the first handshake goes on. */
	request?: { socket?: { secureConnecting?: boolean } | null };
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
	const {
		code,
		syscall,
		errors: each,
	} = errors.find((error) => typeof error.code === 'string') ?? ({} as HelperError);
	if (code === undefined) return reasonInWords(errors);
	if (syscall !== undefined || !Array.isArray(each)) return { code, syscall };
	const [first, ...others] = each.map((error) => error.syscall);
	return { code, syscall: others.every((other) => other === first) ? first : undefined };
}

/**
 * Of a cause that was lost, n8n keeps the text, and Node's begins with what it was doing: "connect
 * ECONNREFUSED 127.0.0.1:443".
 */
function reasonInWords(errors: HelperError[]): Pick<TransportError, 'code' | 'syscall'> {
	const code = errors.find(({ httpCode }) => httpCode)?.httpCode ?? undefined;
	const texts = errors.flatMap(({ messages }) => (Array.isArray(messages) ? messages : []));
	const syscall = ['connect', 'getaddrinfo'].find((one) =>
		texts.some((text) => code !== undefined && text.startsWith(`${one} ${code}`)),
	);
	return { code, syscall };
}

/** Several n8n (seen: 1.123 to 2.20) lose the cause: nobody can tell there. */
function stoodOf(errors: HelperError[]): boolean | undefined {
	const sockets = errors.map(({ request }) => request?.socket?.secureConnecting);
	const isConnecting = sockets.find((one) => one !== undefined);
	return isConnecting === undefined ? undefined : !isConnecting;
}
