const MAX_BACKOFF_MS = 30_000;

/** The upper bound of the first wait. It doubles with each further one. */
const FIRST_BACKOFF_MS = 500;

/**
 * Computes an exponential backoff with full jitter, so that starts that failed together do not come back together.
 * @param attemptNumber Of the attempt that failed, from 1. @param random From 0 up to 1. @returns In ms, at least `retryAfterMs`.
 */
export function computeRetryDelay(attemptNumber: number, random: number, retryAfterMs = 0): number {
	const bound = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attemptNumber - 1));
	return Math.max(retryAfterMs, random * bound);
}
