/** Time, turns of the event loop, and chance. They are injected, so that tests can use a virtual clock. */
export interface Clock {
	/** In ms, from any beginning. It only goes forward, also while somebody sets the clock of the machine. */
	now: () => number;
	/** Waits for a turn of the event loop in which one more request may leave. */
	waitForEventLoop: () => Promise<void>;
	/** In ms since the epoch, for the dates in HTTP headers. */
	getWallTime: () => number;
	/** It never rejects. */
	wait: (ms: number) => Promise<void>;
	/** From 0 up to 1, for the jitter. */
	random: () => number;
}
