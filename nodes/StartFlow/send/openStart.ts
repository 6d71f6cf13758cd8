import type { Load } from '../outcome/table';
import type { KnownFlow } from './knownServices';
import type { Window } from './window';

/** Where the limit is the reason, a start is turned away so often by chance in one case of a million. */
const MAX_CHANCE = 1e-6;
const MIN_OWN_TURN_AWAYS = 5;

/** It is tried for so long, although the limit is hardly the reason. */
const MIN_OWN_SAKE_MS = 60_000;

/**
 * A start that has not ended yet, and what it has met. A service turns it away because there is too much, or for its own sake, because
 * of what it is. In the second case, it takes others of the flow that leave later, again and again. An example: it takes a quarter of
 * the others. By chance, it turns this start away 48 times in a row only once in a million (0.75 ** 48).
 */
export class OpenStart {
	/** Ends its wait for a place in flight. It may not be sent if its run has ended. */
	endWait: (maySend: boolean) => void = () => {};
	/** Its turn in the line of those that wait. */
	turn = 0;
	attempts = 0;
	/** Of its latest attempt: its number among all requests to the service, and when it was sent, by the clock. */
	serviceNumber = 0;
	sentAt = 0;

	private turnedAwayCount = 0;
	private turnedAwaySince = 0;
	/** What its flow had met by then. Other requests in flight count as taken, because they left before. */
	private takenBefore = 0;
	private turnedAwayBefore = 0;

	constructor(
		readonly run: object,
		private readonly flow: Pick<KnownFlow, 'inFlight' | 'takenCount' | 'turnedAwayCount'>,
		readonly window: Window,
	) {}

	get isNew(): boolean {
		return this.attempts === 0;
	}

	enterFlight(serviceNumber: number): void {
		this.serviceNumber = serviceNumber;
		this.flow.inFlight++;
		this.window.inFlight++;
		this.endWait(true);
	}

	leaveFlight(load: Load, now: number): void {
		this.flow.inFlight--;
		this.window.inFlight--;
		if (load === 'turnedAway') this.countTurnedAway(now);
	}

	beginAttempt(now: number): void {
		this.attempts++;
		this.sentAt = now;
	}

	/** Whether one that waits leaves before it: each second time, because all would wait behind it if it is turned away for its own sake. */
	get letsOnePass(): boolean {
		return this.turnedAwayCount > 0 && this.turnedAwayCount % 2 === 0;
	}

	/** Whether the limit is hardly the reason. Then the limit learns nothing from this start, which waits for itself. */
	get isLimitUnlikely(): boolean {
		// How likely it is that it is turned away so often, if it has the same chances as the others.
		const { flow, turnedAwayCount } = this;
		const takenCount = Math.max(0, flow.takenCount - this.takenBefore);
		const othersTurnedAway = flow.turnedAwayCount - this.turnedAwayBefore - turnedAwayCount;
		// What the flow met meanwhile, with the latest attempt of this start.
		const metCount = takenCount + othersTurnedAway + 1;
		const chance = (1 - takenCount / metCount) ** turnedAwayCount;
		return turnedAwayCount >= MIN_OWN_TURN_AWAYS && chance < MAX_CHANCE;
	}

	/** Whether it fails, because it is turned away for its own sake. */
	isForOwnSake(now: number): boolean {
		return this.isLimitUnlikely && now - this.turnedAwaySince >= MIN_OWN_SAKE_MS;
	}

	private countTurnedAway(now: number): void {
		const { flow } = this;
		if (this.turnedAwayCount === 0) {
			this.turnedAwaySince = now;
			this.takenBefore = flow.takenCount + flow.inFlight;
			this.turnedAwayBefore = flow.turnedAwayCount;
		}
		this.turnedAwayCount++;
		flow.turnedAwayCount++;
	}
}
