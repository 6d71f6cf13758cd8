import type { Header } from '../http/attempt';
import type { Outcome } from '../shared/failure';

export function mayRetry(outcome: Outcome, retryUnknown: boolean): boolean {
	return outcome === 'notStarted' || (outcome === 'unknown' && retryUnknown);
}

const MAX_BACKOFF_MS = 30_000;

/** The upper bound of the first wait. It doubles with each further one. */
const FIRST_BACKOFF_MS = 500;

/**
 * Computes an exponential backoff with full jitter, so that starts that failed together do not come back together.
 * @param attempts At least 1. @param random From 0 up to 1. @returns In ms, at least `retryAfterMs`.
 */
export function computeRetryDelay(attempts: number, random: number, retryAfterMs = 0): number {
	const bound = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempts - 1));
	return Math.max(retryAfterMs, random * bound);
}

const MAX_RETRY_AFTER_MS = 5 * 60_000;

/** An HTTP date begins with the day's name (RFC 9110, section 5.6.7). `Date.parse` accepts much more. */
const HTTP_DATE = /^[A-Z][a-z]+, \d/;

/** Parses a Retry-After header (RFC 9110, section 10.2.3), which contains seconds or an HTTP date, to a wait in ms. */
export function parseRetryAfter(header: Header, now: number): number | undefined {
	const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
	if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, MAX_RETRY_AFTER_MS);
	const waitMs = HTTP_DATE.test(text) ? Date.parse(text) - now : NaN;
	return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}
