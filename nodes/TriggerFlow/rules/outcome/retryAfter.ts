import type { Attempt } from './attempt';

/** The longest wait that a Retry-After header is granted, in ms. */
export const LONGEST_RETRY_AFTER = 5 * 60_000;

/** An HTTP date begins with the day's name (RFC 9110, section 5.6.7). `Date.parse` takes far more. */
const HTTP_DATE = /^[A-Z][a-z]+, \d/;

/**
 * The wait that a Retry-After header asks for (RFC 9110, section 10.2.3: whole seconds or an HTTP
 * date), in ms, at most 5 minutes. `undefined` for a header that is missing or cannot be read.
 *
 * @param now In ms since the epoch, for a header that holds a date.
 */
export function parseRetryAfter(
	header: string | string[] | undefined,
	now: number,
): number | undefined {
	const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
	if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_RETRY_AFTER);
	const wait = HTTP_DATE.test(text) ? Date.parse(text) - now : NaN;
	return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER);
}

/** The wait that an answer asks for. Only a service that turns starts away (429, 503) speaks of all. */
export function askedToWait(attempt: Attempt, now: number): number | undefined {
	return 'answer' in attempt && [429, 503].includes(attempt.answer.statusCode)
		? parseRetryAfter(attempt.answer.headers['retry-after'], now)
		: undefined;
}
