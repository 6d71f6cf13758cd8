import { isTaken, type Load } from '../outcome/table';
import type { Place } from './line';

/** From then on, a start lets others leave first: if it is turned away for its own sake, they would all wait behind it. */
const MIN_TURN_AWAYS_TO_LET_PASS = 3;

/** A start that is so unlucky, so many times, is hardly turned away because of the limit. */
const HARDLY_CHANCE = 1e-6;
const MIN_OWN_TURN_AWAYS = 5;

/** For so long, it is tried all the same. */
const MIN_OWN_SAKE_MS = 60_000;

/**
 * What a start has met that the service turns away: because there is too much, or for its own sake, because of what it is. Then others
 * of its flow that leave later are taken, again and again. Where a quarter of them is taken, as by one process of four at a service that takes
 * one start at once, chance turns a start away three times in a row for four of ten starts, and 48 times for one of a million.
 */
export class TurnAways {
	private count = 0;
	/** Of its first attempt: its number, and when it came back. */
	private firstNumber = Infinity;
	private firstAt = 0;
	/** Attempts of other starts of its flow that left after its first one. */
	private othersTaken = 0;
	private othersTurnedAway = 0;

	/** Counts an attempt of this start that was turned away. */
	add(number: number, now: number): void {
		this.count++;
		if (this.count > 1) return;
		this.firstNumber = number;
		this.firstAt = now;
	}

	/** Learns from an attempt of another start of the flow. */
	see({ load, number }: { load: Load; number: number }): void {
		if (number <= this.firstNumber) return;
		if (load === 'turnedAway') this.othersTurnedAway++;
		else if (isTaken(load)) this.othersTaken++;
	}

	/** Where it joins a line for another attempt. */
	get place(): Place {
		return this.count >= MIN_TURN_AWAYS_TO_LET_PASS ? 'second' : 'first';
	}

	/** Whether the limit is hardly the reason. Then the limit learns nothing from this start, which waits for itself. */
	get isHardlyChance(): boolean {
		return this.count >= MIN_OWN_TURN_AWAYS && this.chance < HARDLY_CHANCE;
	}

	/** Whether the start ends. */
	isForOwnSake(now: number): boolean {
		return this.isHardlyChance && this.getLastedMs(now) >= MIN_OWN_SAKE_MS;
	}

	/** How long it has been turned away, in ms. */
	getLastedMs(now: number): number {
		return this.count === 0 ? 0 : now - this.firstAt;
	}

	/** How likely it is that a start is turned away so often, if it has the same chances as the others. */
	private get chance(): number {
		const othersCount = this.othersTaken + this.othersTurnedAway;
		return (1 - this.othersTaken / (othersCount + 1)) ** this.count;
	}
}
