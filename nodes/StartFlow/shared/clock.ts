/** Time, turns of the event loop, and chance. They are injected, so that tests can use a virtual clock. */
export interface Clock {
	/** In ms, from any beginning. It only goes forward, also while somebody sets the clock of the machine. */
	now: () => number;
	/** Waits for a turn of the event loop in which one more request may leave. */
	takeTurn: () => Promise<void>;
	/** In ms since the epoch, for the dates in HTTP headers. */
	getWallTime: () => number;
	/** It never rejects. */
	wait: (ms: number) => Promise<void>;
	/** From 0 up to 1, for the jitter. */
	random: () => number;
}

const MAX_BACKOFF_MS = 30_000;

/** The upper bound of the first wait. It doubles with each further one. */
const FIRST_BACKOFF_MS = 500;

/**
 * Computes an exponential backoff with full jitter, so that what failed together does not come back together.
 * @param waitNumber From 1. @param random From 0 up to 1. @returns In ms.
 */
export function computeBackoff(waitNumber: number, random: number, maxMs = MAX_BACKOFF_MS): number {
	return random * Math.min(maxMs, FIRST_BACKOFF_MS * 2 ** (waitNumber - 1));
}
