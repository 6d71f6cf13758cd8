import type { Attempt, TransportError } from '../rules/outcome/attempt';
import { BLOCKED } from '../rules/outcome/obstacle';

/**
 * What n8n's HTTP helper threw, as an attempt. The helper wraps the HTTP library's error in one of its
 * own, and the library Node's: each is the `cause` of the one around it.
 *
 * An error of a request whose answer had begun is that answer: its body broke off.
 */
export function readTransportFailure(thrown: unknown): Attempt {
	// From the innermost: what stands around it is reworded.
	const errors = chainOf(thrown).reverse();
	const message = errors.find((error) => error.message)?.message ?? String(thrown);
	// n8n's protection from SSRF has no code, only names: it refuses an address before it connects.
	if (errors.some(({ name }) => /^SsrfBlocked/.test(String(name)))) {
		return { error: { code: BLOCKED, message } };
	}
	const begun = errors.map(answerOf).find((answer) => answer !== undefined);
	return begun ?? { error: { ...reasonOf(errors), stood: errors.some(stood), message } };
}

interface HelperError {
	name?: string;
	code?: string;
	httpCode?: string | null;
	syscall?: string;
	/** What happened at each address of a name. */
	errors?: HelperError[];
	message?: string;
	cause?: unknown;
	response?: { status?: number; headers?: Headers };
	/** Node's own request. */
	request?: {
		/** There as soon as the head of the answer has come. */
		res?: { statusCode?: number; headers?: Headers };
		/** For https: whether the first handshake goes on. */
		socket?: { secureConnecting?: boolean } | null;
	};
}

type Headers = Record<string, string | string[] | undefined>;

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

function answerOf({ code, httpCode, response, request }: HelperError): Attempt | undefined {
	// Not that of an answer that took too long: it has not broken off, and nobody knows how it goes on.
	const begun = TOO_LATE.has(code ?? '') ? undefined : request?.res;
	const statusCode =
		response?.status ?? begun?.statusCode ?? Number(/^\d{3}$/.exec(String(httpCode))?.[0]);
	if (!Number.isInteger(statusCode)) return undefined;
	const headers = { ...(response?.headers ?? begun?.headers) };
	return { answer: { statusCode, headers, body: Buffer.alloc(0), lost: 'brokenOff' } };
}

const TOO_LATE = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED']);

function reasonOf(errors: HelperError[]): Pick<TransportError, 'code' | 'syscall'> {
	const {
		code,
		syscall,
		errors: each,
	} = errors.find((error) => typeof error.code === 'string') ?? ({} as HelperError);
	if (code === undefined)
		return { code: errors.find(({ httpCode }) => httpCode)?.httpCode ?? undefined };
	if (syscall !== undefined || !Array.isArray(each)) return { code, syscall };
	const [first, ...others] = each.map((error) => error.syscall);
	return { code, syscall: others.every((other) => other === first) ? first : undefined };
}

function stood({ request }: HelperError): boolean {
	return request?.socket?.secureConnecting === false;
}
