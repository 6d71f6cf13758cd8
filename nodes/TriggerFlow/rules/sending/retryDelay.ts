/** The longest wait that grows by itself, in ms. */
const LONGEST_BACKOFF = 30_000;

/** The upper bound of the first wait, in ms; it doubles with each further one. */
const FIRST_BACKOFF = 500;

/**
 * How long to wait before the next try, in ms: exponential backoff with full jitter, so that many
 * starts that failed together do not come back together. A Retry-After is the minimum.
 *
 * @param retries How many retries there have been, from 0.
 * @param random From 0 up to 1.
 * @param retryAfter What the service asked for, in ms.
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function retryDelay(retries: number, random: number, retryAfter = 0): number {
	const bound = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** retries);
	return Math.max(retryAfter, random * bound);
}
