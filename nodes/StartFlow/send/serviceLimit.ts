import type { Load } from '../outcome/table';
import { type Clock, computeBackoff } from '../shared/clock';

/** How a request came back. */
export interface ReturnedRequest {
	load: Load;
	/** How long the service asks all starts to wait, in ms. */
	retryAfterMs?: number;
}

/** As long as the service has taken a start within this time, it is waited for. */
const RECENT_MS = 2 * 60_000;

/** Starts that have given up a service try it again as before after this time. */
const GIVEN_UP_MS = 30_000;

/** The most rounds that must go well before the limit grows. */
const MAX_ROUNDS_TO_GROW = 16;

/** A larger limit that is too large costs all runs a Retry-After. So it is tried at most after this many of them. */
const MIN_RETRY_AFTERS_TO_GROW = 3;

/** A request that waits for its turn. */
interface Waiting {
	maxRetries: number;
	endWait: (mayLeave: boolean) => void;
}

/**
 * What all runs of this n8n process share: how many starts a service takes at once. There is one object for each address and
 * flow. It learns only from starts that the service turns away, and delays nothing before. Runs take turns.
 */
export class ServiceLimit {
	/** Infinity as long as nothing was turned away. */
	private maxInFlight = Infinity;
	private inFlight = 0;

	/** Requests that wait, by run. The run whose turn is next comes first. */
	private readonly waiting = new Map<object, Waiting[]>();

	private pausedUntil = -Infinity;
	/** The part of the pause that the service has asked for. */
	private askedUntil = -Infinity;
	private isWaitingForPauseEnd = false;

	private lastTakenAt = -Infinity;
	private takenSincePause = 0;
	private pausesInVain = 0;
	/** Half of what the service took before it was paused. */
	private maxAfterPause = 1;

	/**
	 * What was in flight when the service last turned a start away. Up to twice as many, the limit grows by one a round, and then
	 * it doubles. 0 if the service limits the rate: how much it takes at once is not known.
	 */
	private lastKnownMax = Infinity;
	/** Starts taken while all places were in use, since the limit last changed. */
	private takenWhenFull = 0;
	private roundsToGrow = 1;
	private hasGrown = false;
	private growsFrom = -Infinity;

	constructor(private readonly clock: Clock) {}

	get isIdle(): boolean {
		return this.inFlight === 0 && this.waiting.size === 0;
	}

	/** Whether requests wait for their turn. Then a run finds out nothing about its own window. */
	get holdsBack(): boolean {
		return this.waiting.size > 0;
	}

	/**
	 * Lets a request leave if there is room and no other one waits. Whoever may leave must call `leave` when the request has come
	 * back. @param maxRetries The option of its start.
	 */
	tryEnter(maxRetries: number): boolean {
		if (this.waiting.size > 0 || !this.hasRoom(maxRetries)) return false;
		this.inFlight++;
		return true;
	}

	/**
	 * Waits until a request may leave. @param run Runs take turns. @param isRetry It goes before the other requests of its run.
	 * @returns Whether it may leave. `false` if `dismiss` has ended the wait.
	 */
	async waitForTurn(run: object, isRetry: boolean, maxRetries: number): Promise<boolean> {
		return await new Promise((endWait) => {
			const waiting = this.waiting.get(run) ?? [];
			if (isRetry) waiting.unshift({ maxRetries, endWait });
			else waiting.push({ maxRetries, endWait });
			this.waiting.set(run, waiting);
			this.release();
		});
	}

	leave(): void {
		this.inFlight--;
		this.release();
	}

	/** Ends the waits of a run that has ended. */
	dismiss(run: object): void {
		const waiting = this.waiting.get(run) ?? [];
		this.waiting.delete(run);
		for (const { endWait } of waiting) endWait(false);
	}

	/** Learns from a request that has come back. To be called before `leave`. @param maxRetries The option of its start. */
	learn({ load, retryAfterMs = 0 }: ReturnedRequest, maxRetries: number): void {
		if (load === 'success') this.learnTaken();
		if (load === 'turnedAway' && !this.isGivenUp(maxRetries)) this.learnTurnedAway(retryAfterMs);
	}

	/**
	 * Whether a start that was turned away is not tried again: the service has taken nothing for two minutes, and as many pauses as
	 * the start has retries did not help.
	 */
	isGivenUp(maxRetries: number): boolean {
		const now = this.clock.now();
		const hasTakenRecently = now - this.lastTakenAt < RECENT_MS;
		const isTriedAgain = now >= this.pausedUntil + GIVEN_UP_MS;
		return !hasTakenRecently && !isTriedAgain && this.pausesInVain > maxRetries;
	}

	private learnTaken(): void {
		this.lastTakenAt = this.clock.now();
		this.takenSincePause++;
		// It takes starts again after a pause in vain.
		if (this.pausesInVain > 1) this.maxInFlight = Math.max(this.maxInFlight, this.maxAfterPause);
		this.pausesInVain = 0;
		// As long as places are free, a larger limit would change nothing (RFC 7661).
		const isFull = this.inFlight >= this.maxInFlight;
		if (isFull && this.clock.now() >= this.growsFrom) this.takenWhenFull++;
		if (this.takenWhenFull >= this.maxInFlight * this.roundsToGrow) this.grow();
	}

	private grow(): void {
		// A round at a limit that had grown has gone well.
		if (this.hasGrown) this.roundsToGrow = 1;
		const isFarAbove = this.maxInFlight >= 2 * this.lastKnownMax;
		this.maxInFlight = isFarAbove ? 2 * this.maxInFlight : this.maxInFlight + 1;
		this.hasGrown = true;
		this.takenWhenFull = 0;
	}

	private learnTurnedAway(retryAfterMs: number): void {
		this.askedUntil = Math.max(this.askedUntil, this.clock.now() + retryAfterMs);
		if (this.hasGrown) {
			this.roundsToGrow = Math.min(2 * this.roundsToGrow, MAX_ROUNDS_TO_GROW);
			this.growsFrom = this.clock.now() + MIN_RETRY_AFTERS_TO_GROW * retryAfterMs;
		}
		this.hasGrown = false;
		this.takenWhenFull = 0;
		const othersInFlight = this.inFlight - 1;
		if (othersInFlight === 0) {
			this.learnRate(retryAfterMs);
		} else {
			// That is what the service takes at once.
			this.maxInFlight = Math.min(this.maxInFlight, othersInFlight);
			this.lastKnownMax = this.maxInFlight;
			this.pause(retryAfterMs);
		}
	}

	/** Nothing else is in flight, so the service limits the rate, or takes nothing at all. */
	private learnRate(retryAfterMs: number): void {
		if (this.clock.now() >= this.pausedUntil + GIVEN_UP_MS) this.pausesInVain = 0;
		this.pausesInVain++;
		const backoffMs = computeBackoff(this.pausesInVain, this.clock.random());
		this.pause(Math.max(retryAfterMs, backoffMs));
		const hasTaken = this.takenSincePause > 0;
		if (hasTaken) this.maxAfterPause = Math.max(1, Math.floor(this.takenSincePause / 2));
		// After a pause in vain, one start tries whether the service takes any.
		this.maxInFlight = hasTaken ? this.maxAfterPause : 1;
		this.takenSincePause = 0;
		this.lastKnownMax = 0;
	}

	private pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
	}

	private get isPaused(): boolean {
		return this.clock.now() < this.pausedUntil;
	}

	private hasRoom(maxRetries: number): boolean {
		// Without hope, each start has one attempt, and none waits for another one.
		if (this.isGivenUp(maxRetries)) return this.clock.now() >= this.askedUntil;
		return !this.isPaused && this.inFlight < this.maxInFlight;
	}

	/** Lets in as many requests as there is room for, one of each run in turn. */
	private release(): void {
		for (const [run, waiting] of this.waiting) {
			const [first] = waiting;
			if (first === undefined || !this.hasRoom(first.maxRetries)) continue;
			waiting.shift();
			// At the end of the map, it comes around again after the other runs.
			this.waiting.delete(run);
			if (waiting.length > 0) this.waiting.set(run, waiting);
			this.inFlight++;
			first.endWait(true);
		}
		if (this.waiting.size > 0 && this.isPaused) void this.waitForPauseEnd();
	}

	/** One wait for all requests. */
	private async waitForPauseEnd(): Promise<void> {
		if (this.isWaitingForPauseEnd) return;
		this.isWaitingForPauseEnd = true;
		// Another answer may prolong the pause meanwhile.
		while (this.isPaused) await this.clock.wait(this.pausedUntil - this.clock.now());
		this.isWaitingForPauseEnd = false;
		this.release();
	}
}
