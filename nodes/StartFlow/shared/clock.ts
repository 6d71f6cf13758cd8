/** Waits `ms`, or less if `ended` aborts. It never rejects. */
export type Wait = (ms: number, ended: AbortSignal) => Promise<void>;

/** Time and chance. They are injected, so that tests can use a virtual clock. */
export interface Clock {
	/** In ms, from any beginning. It only goes forward, also while somebody sets the clock of the machine. */
	now: () => number;
	/** In ms since the epoch, for the dates in HTTP headers. */
	getDate: () => number;
	wait: Wait;
	/** From 0 up to 1, for the jitter. */
	random: () => number;
}
