/** Before this number of turns, the limit may well be the reason. */
const MIN_TURN_AWAYS = 3;

/** Two processes that share a service may overtake a start a few times by chance, but hardly so often, and not for so long. */
const MIN_OVERTAKEN_COUNT = 10;
const MIN_OVERTAKEN_MS = 60_000;

/**
 * What one start has met. A service may turn it away because there is too much, or for its own sake: because of what it is. Then
 * others of its flow that leave later are taken.
 */
export class TurnAways {
	count = 0;
	private firstAt = 0;
	private lastSentAt = Infinity;
	/** Whether the last attempt but one was overtaken: a start of the same flow left after it, and was taken. */
	private isOvertaken = false;
	private overtakenCount = 0;
	private overtakenSince = Infinity;

	/**
	 * @param sentAt When the attempt left that was turned away. @param takenSentAt When the latest start of the flow left that was
	 * taken.
	 */
	add(sentAt: number, takenSentAt: number, now: number): void {
		if (this.count === 0) this.firstAt = now;
		this.count++;
		this.isOvertaken = takenSentAt > this.lastSentAt;
		this.lastSentAt = sentAt;
		if (!this.isOvertaken) return;
		this.overtakenCount++;
		this.overtakenSince = Math.min(this.overtakenSince, now);
	}

	/** If only this start is turned away, all others would wait behind it. */
	get letsOnePass(): boolean {
		return this.count >= MIN_TURN_AWAYS;
	}

	/** Whether the limit is hardly the reason. Then it learns nothing from this start, and this start waits for itself. */
	get seemsOwn(): boolean {
		return this.count >= MIN_TURN_AWAYS && this.isOvertaken;
	}

	/** Whether it is certain enough to end the start. */
	isForOwnSake(now: number): boolean {
		const lastedMs = now - this.overtakenSince;
		return this.overtakenCount >= MIN_OVERTAKEN_COUNT && lastedMs >= MIN_OVERTAKEN_MS;
	}

	/** How long the start has been turned away, in ms. */
	getLastedMs(now: number): number {
		return this.count === 0 ? 0 : now - this.firstAt;
	}
}
