const MAX_BACKOFF_MS = 30_000;

/** The longest wait for a service that turns a start away while nothing else goes on. */
export const MAX_IDLE_WAIT_MS = 10_000;

/** The upper bound of the first wait. It doubles with each further one. */
const FIRST_BACKOFF_MS = 500;

/**
 * Computes an exponential backoff with full jitter, so that what failed together does not come back together.
 * @param waitNumber From 1. With 0, the bound is half of the first one. @param random From 0 up to 1. @returns In ms.
 */
export function computeBackoff(waitNumber: number, random: number, maxMs = MAX_BACKOFF_MS): number {
	return random * Math.min(maxMs, FIRST_BACKOFF_MS * 2 ** (waitNumber - 1));
}
