/** The rate grows slowly at first, and is twice as high after this time (a cubic, as in RFC 9438). */
const GROWTH_MS = 2_000;

/** The measured time includes the node's own waits, so the true rate is assumed to be 25 % higher. */
const RATE_ALLOWANCE = 1.25;

/** After a pause, starts may leave earlier to catch up, but by no more than this. */
const MAX_CATCH_UP_MS = 1_000;

/** If no start waits for longer, the time between starts says nothing of the service. */
const MAX_QUIET_MS = 1_000;

/** How many starts a service takes in a time. Before this is measured, nothing is delayed. */
export class Pace {
	/** When the next start may leave. */
	nextAt = -Infinity;
	/** The time between two starts. 0 while it is not known. */
	private intervalMs = 0;
	private measuredFrom: number | undefined;
	/** Starts since then, without those that were turned away. */
	private startCount = 0;
	/** Since then, no start waits. */
	private quietSince: number | undefined;

	/** To be called each time starts may have come or left. After a quiet time, the rate is measured from the beginning. */
	noteWaiting(isAnyWaiting: boolean, now: number): void {
		if (now - (this.quietSince ?? now) > MAX_QUIET_MS) this.measuredFrom = undefined;
		this.quietSince = isAnyWaiting ? undefined : (this.quietSince ?? now);
	}

	countStart(now: number): void {
		this.nextAt = Math.max(this.nextAt, now - MAX_CATCH_UP_MS) + this.getCurrentInterval(now);
		this.startCount++;
	}

	countTurnedAway(): void {
		this.startCount--;
	}

	/**
	 * To be called each time the service takes starts again after it has turned some away. The starts between two such moments are
	 * what it takes in that time.
	 */
	measure(now: number): void {
		if (this.measuredFrom !== undefined) {
			const timeMs = now - this.measuredFrom;
			const measuredMs = timeMs / (RATE_ALLOWANCE * Math.max(1, this.startCount));
			// There may have been fewer starts than the service takes, so one measurement halves the rate at most.
			const slowestMs = this.intervalMs > 0 ? 2 * this.intervalMs : Infinity;
			this.intervalMs = Math.min(slowestMs, measuredMs);
			// If at most one start left in this time, another one at once would be turned away.
			if (this.startCount <= 1) this.nextAt = Math.max(this.nextAt, now + this.intervalMs);
		}
		this.measuredFrom = now;
		this.startCount = 0;
	}

	private getCurrentInterval(now: number): number {
		if (this.measuredFrom === undefined) return 0;
		return this.intervalMs / (1 + ((now - this.measuredFrom) / GROWTH_MS) ** 3);
	}
}
