/** What the service sent back, before anything is read into it. */
export interface HttpAnswer {
	statusCode: number;
	/** Names in lower case. */
	headers: Record<string, string | string[] | undefined>;
	body: Buffer;
	/** Why there is no body although there was one. */
	lost?: 'brokenOff' | 'tooLarge';
}

/** A request that got no HTTP answer. */
export interface TransportError {
	/** The code that Node or the HTTP library gave, such as `ECONNREFUSED`. */
	code: string | undefined;
	/** What Node was doing: `connect` and `getaddrinfo` come before a request, `read` and `write` do not. */
	syscall?: string;
	/** Whether a secure connection stood: its first handshake was done. Missing where nobody can tell. */
	stood?: boolean;
	message: string;
}

/** What one try to send a request came to. It never throws: a broken connection is a result. */
export type Attempt =
	| { answer: HttpAnswer; error?: undefined }
	| { answer?: undefined; error: TransportError };

/** Any 2xx is a start, whatever its body. */
export function isSuccess({ statusCode }: Pick<HttpAnswer, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode < 300;
}
