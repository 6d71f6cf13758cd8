import type { TransportError } from '../n8n/transportError';
import type { Masked } from '../shared/mask';

/** The request that starts a flow, without its Authorization header: the token is added when it is sent. */
export interface StartRequest {
	method: 'PUT';
	url: string;
	headers: { 'Content-Type': 'application/json' };
	body: string;
}

export type Header = string | string[] | undefined;

export interface HttpAnswer {
	statusCode: number;
	/** Names are in lower case. */
	headers: Record<string, Header>;
	body: Buffer;
	/** Why there is no body: it broke off or was too large (`unreadable`), or was not kept for a Retry (`notKept`). */
	missing?: 'unreadable' | 'notKept';
}

/** How one HTTP request of a start ended. A broken connection is a result, too, and not an exception. */
export type Attempt =
	| { kind: 'answer'; answer: Masked<HttpAnswer> }
	| { kind: 'error'; error: Masked<TransportError> };

/** Sends one request with a token, once. It rejects only for a bug of the node. `timeoutMs` is for the request and its whole answer. */
export type SendRequest = (
	request: StartRequest,
	accessToken: string,
	timeoutMs: number,
) => Promise<Attempt>;

/** Any 2xx means that the flow started, whatever the body is. */
export function isSuccess({ statusCode }: Pick<HttpAnswer, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode < 300;
}
