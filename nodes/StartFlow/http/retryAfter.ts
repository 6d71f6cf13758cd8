import type { Header } from './attempt';

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
