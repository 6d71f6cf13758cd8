import type { HttpAnswer } from '../answer/httpAnswer';
import type { Failure } from '../errors/failure';

/** A request that got no HTTP answer. */
export interface TransportError {
	/** The code that Node or the HTTP library gave, such as `ECONNREFUSED`. */
	code: string | undefined;
	/** What Node was doing: `connect` and `getaddrinfo` come before a request, `read` and `write` do not. */
	syscall?: string;
	/** Whether a secure connection stood: its first handshake was done. */
	stood?: boolean;
	message: string;
}

/** What one try to send a request came to. It never throws: a broken connection is a result. */
export type Attempt = { answer: HttpAnswer } | { error: TransportError };

/** What a start came to in the end, after `attempts` requests. */
export type StartResult = { attempts: number } & ({ answer: HttpAnswer } | { failure: Failure });

/** Any 2xx is a start, whatever its body. */
export function isSuccess({ statusCode }: HttpAnswer): boolean {
	return statusCode >= 200 && statusCode < 300;
}
