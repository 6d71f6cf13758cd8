import type { Attempt } from '../http/attempt';
import type { Outcome } from '../shared/failure';

/** Whether a start that ended so may be sent again at all: never where it could start it twice. */
export function isSafeToRetry(outcome: Outcome, retryUnknown: boolean): boolean {
	return outcome === 'notStarted' || (outcome === 'unknown' && retryUnknown);
}

/** The longest wait that grows by itself, in ms. */
const LONGEST_BACKOFF = 30_000;

/** The upper bound of the first wait, in ms; it doubles with each further one. */
const FIRST_BACKOFF = 500;

/**
 * How long to wait before the next try, in ms: exponential backoff with full jitter, so that many
 * starts that failed together do not come back together. A Retry-After is the minimum.
 * @param random From 0 up to 1.
 */
export function retryDelay(retries: number, random: number, retryAfter = 0): number {
	const bound = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** retries);
	return Math.max(retryAfter, random * bound);
}

/** The longest wait that a Retry-After header is granted, in ms. */
const LONGEST_RETRY_AFTER = 5 * 60_000;

/** An HTTP date begins with the day's name (RFC 9110, section 5.6.7). `Date.parse` takes far more. */
const HTTP_DATE = /^[A-Z][a-z]+, \d/;

/**
 * The wait that a Retry-After header asks for (RFC 9110, section 10.2.3: whole seconds or an HTTP
 * date), in ms, at most 5 minutes. `undefined` for a header that is missing or cannot be read.
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
export function askedToWait({ answer }: Attempt, now: number): number | undefined {
	return answer && [429, 503].includes(answer.statusCode)
		? parseRetryAfter(answer.headers['retry-after'], now)
		: undefined;
}
