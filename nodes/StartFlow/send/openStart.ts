import { isTaken, type Load } from '../outcome/table';

/** From then on, a start lets another one leave first: if it is turned away for its own sake, all would wait behind it. */
const MIN_TURN_AWAYS_TO_LET_PASS = 3;

/** A start that is so unlucky, so many times, is hardly turned away because of the limit. */
const HARDLY_CHANCE = 1e-6;
const MIN_OWN_TURN_AWAYS = 5;

/** For so long, it is tried all the same. */
const MIN_OWN_SAKE_MS = 60_000;

/**
 * A start that has not ended yet, and what it has met. A service turns it away because there is too much, or for its own sake, because
 * of what it is. Then others of its flow that leave later are taken, again and again. Where a quarter of them is taken, as by one process
 * of four at a service that takes one start at once, chance turns a start away three times in a row for four of ten starts, and 48
 * times for one of a million.
 */
export class OpenStart {
	attempts = 0;
	/** When its latest attempt left, by the clock, and as which one of its service. */
	sentAt = -Infinity;
	number = 0;

	private turnedAwayCount = 0;
	/** Of its first attempt that was turned away: its number, and when it came back. */
	private firstNumber = Infinity;
	private firstBackAt = 0;
	/** Attempts of other starts of its flow that left later. */
	private othersTaken = 0;
	private othersTurnedAway = 0;

	countSent(number: number, now: number): void {
		this.attempts++;
		this.number = number;
		this.sentAt = now;
	}

	countTurnedAway(now: number): void {
		this.turnedAwayCount++;
		if (this.turnedAwayCount > 1) return;
		this.firstNumber = this.number;
		this.firstBackAt = now;
	}

	/** Learns from an attempt of another start of the flow. */
	see(load: Load, number: number): void {
		if (number <= this.firstNumber) return;
		if (load === 'turnedAway') this.othersTurnedAway++;
		else if (isTaken(load)) this.othersTaken++;
	}

	get letsOnePass(): boolean {
		return this.turnedAwayCount >= MIN_TURN_AWAYS_TO_LET_PASS;
	}

	/** Whether the limit is hardly the reason. Then the limit learns nothing from this start, which waits for itself. */
	get isHardlyChance(): boolean {
		// How likely it is that it is turned away so often, if it has the same chances as the others.
		const othersCount = this.othersTaken + this.othersTurnedAway;
		const chance = (1 - this.othersTaken / (othersCount + 1)) ** this.turnedAwayCount;
		return this.turnedAwayCount >= MIN_OWN_TURN_AWAYS && chance < HARDLY_CHANCE;
	}

	/** Whether it ends. */
	isForOwnSake(now: number): boolean {
		return this.isHardlyChance && this.getTurnedAwayMs(now) >= MIN_OWN_SAKE_MS;
	}

	/** How long it has been turned away. */
	getTurnedAwayMs(now: number): number {
		return this.turnedAwayCount === 0 ? 0 : now - this.firstBackAt;
	}
}
