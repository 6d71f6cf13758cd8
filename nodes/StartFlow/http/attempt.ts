import type { TransportError } from '../n8n/transportError';
import { declareMasked, maskBytes, maskJson, type Masked } from '../shared/mask';

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

/** Masks the access token in an answer, before anything reads or parses it. */
export function maskAnswer(answer: HttpAnswer, accessToken: string): Masked<HttpAnswer> {
	const headers = maskJson(answer.headers, accessToken);
	const body = maskBytes(answer.body, accessToken);
	return declareMasked({ ...answer, headers, body });
}

/** A longer wait has no end that could be named. */
const MAX_RETRY_AFTER_MS = 365 * 24 * 3_600_000;

/** An HTTP date begins with the day's name (RFC 9110, section 5.6.7). `Date.parse` accepts much more. */
const HTTP_DATE = /^[A-Z][a-z]+, \d/;

/**
 * Parses a Retry-After header (RFC 9110, section 10.2.3), which contains seconds or an HTTP date.
 * @param now In ms since the epoch, for a date. @returns A wait in ms, at most a year. `undefined` for anything else.
 */
export function parseRetryAfter(header: Header, now: number): number | undefined {
	const text = String(header ?? '').trim();
	if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
	const waitMs = HTTP_DATE.test(text) ? Date.parse(text) - now : NaN;
	return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}
