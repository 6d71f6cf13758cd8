/** The request that starts a flow, all but its Authorization header: the token joins it where it is sent. */
export interface HttpRequest {
	method: 'PUT';
	url: string;
	headers: { 'Content-Type': 'application/json' };
	body: string;
}

/** What the service sent back, before anything is read into it. */
export interface HttpAnswer {
	statusCode: number;
	/** Names in lower case. */
	headers: Record<string, string | string[] | undefined>;
	body: Buffer;
	/** That there was a body that could not be read to its end. */
	truncated?: true;
}

/** A request that got no HTTP answer. */
export interface TransportError {
	/** The code that Node or the HTTP library gave, such as `ECONNREFUSED`. */
	code: string | undefined;
	/** What Node was doing: `connect` and `getaddrinfo` come before a request, `read` and `write` do not. */
	syscall?: string;
	/** Whether the first TLS handshake was done. Missing where nobody can tell. */
	isSecured?: boolean;
	message: string;
}

/** The code for an address that this n8n may not reach. n8n itself has none. */
export const BLOCKED = 'ERR_BLOCKED';

/** What one try to send a request came to. It never throws: a broken connection is a result. */
export type Attempt =
	| { answer: HttpAnswer; error?: undefined }
	| { answer?: undefined; error: TransportError };

/** Sends one request with a token, once. The time-out is for the whole of it, in ms. It never rejects. */
export type Send = (request: HttpRequest, accessToken: string, timeout: number) => Promise<Attempt>;

/** Any 2xx is a start, whatever its body. */
export function isSuccess({ statusCode }: Pick<HttpAnswer, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode < 300;
}
