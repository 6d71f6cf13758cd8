import { computeBackoff, MAX_IDLE_WAIT_MS } from './backoff';

/** From then on, a start waits for itself as well: if it is turned away for its own sake, others would all wait behind it. */
const MIN_TURN_AWAYS_TO_WAIT = 3;

/** A start that is so unlucky, so many times, is hardly turned away because of the limit. */
const HARDLY_CHANCE = 1e-6;
const MIN_OWN_TURN_AWAYS = 5;

/** For so long, it is tried all the same. */
const MIN_OWN_SAKE_MS = 60_000;

/** How many attempts of all starts of a flow were taken, and how many were turned away. */
export interface AttemptCounts {
	takenCount: number;
	turnedAwayCount: number;
}

/**
 * What a start has met that the service turns away: because there is too much, or for its own sake, because of what it is. Then other
 * starts of its flow are taken, again and again. Where a quarter of them is taken, as by one process of four at a service that takes
 * one start at once, chance turns a start away three times in a row for four of ten starts, and 48 times for one of a million.
 */
export class TurnAways {
	private count = 0;
	/** At its first one. */
	private first = { at: 0, takenCount: 0, turnedAwayCount: 0 };

	/** @param flow The counts go on. */
	constructor(private readonly flow: AttemptCounts) {}

	/** Counts an attempt of this start that was turned away. */
	add(now: number): void {
		this.count++;
		const { takenCount, turnedAwayCount } = this.flow;
		if (this.count === 1) this.first = { at: now, takenCount, turnedAwayCount };
	}

	/**
	 * How long the start waits for itself, beside the wait for the limit.
	 * @param random From 0 up to 1. @param retryAfterMs What the service asks for. If it is not for all, it is for this start.
	 * @returns In ms.
	 */
	computeWait(random: number, retryAfterMs = 0): number {
		const waitNumber = this.count - MIN_TURN_AWAYS_TO_WAIT + 1;
		if (waitNumber < 1) return 0;
		const backoffMs = computeBackoff(waitNumber, random, MAX_IDLE_WAIT_MS);
		return this.seemsOwn ? Math.max(backoffMs, retryAfterMs) : backoffMs;
	}

	/** Whether the limit is hardly the reason. Then the limit learns nothing from this start. */
	get seemsOwn(): boolean {
		return this.count >= MIN_OWN_TURN_AWAYS && this.chance < HARDLY_CHANCE;
	}

	/** Whether the start ends. */
	isForOwnSake(now: number): boolean {
		return this.seemsOwn && this.getLastedMs(now) >= MIN_OWN_SAKE_MS;
	}

	/** How long it has been turned away, in ms. */
	getLastedMs(now: number): number {
		return this.count === 0 ? 0 : now - this.first.at;
	}

	/** How likely it is that a start is turned away so often, if it has the same chances as the others have had since its first time. */
	private get chance(): number {
		const takenCount = this.flow.takenCount - this.first.takenCount;
		const ownCount = this.count - 1;
		const othersTurnedAway = this.flow.turnedAwayCount - this.first.turnedAwayCount - ownCount;
		return (1 - takenCount / (takenCount + othersTurnedAway + 1)) ** this.count;
	}
}
