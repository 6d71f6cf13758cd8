import type { Load } from '../outcome/table';
import { type Clock, computeBackoff } from '../shared/clock';

/** How a request came back. */
export interface ReturnedRequest {
	load: Load;
	/** How long the service asks all starts to wait, in ms. */
	retryAfterMs?: number;
}

/** The requests of a run, as the limit sees them. */
export interface RunRequests {
	/** The request that waits first, if the run's own window has a place for it. `maxRetries` is the option of its start. */
	readonly next: { maxRetries: number } | undefined;
	sendNext: () => void;
}

/** As long as the service has taken a start within this time, it is waited for. */
const KEEP_TRYING_MS = 2 * 60_000;

/** Starts that have given up a service try it again as before after this time. */
const TRY_AGAIN_AFTER_MS = 30_000;

/** The most rounds that must go well before the limit grows. */
const MAX_ROUNDS_TO_GROW = 16;

/**
 * After a Retry-After, the limit does not grow for this many times as long, because one start too many makes all runs wait
 * again.
 */
const GROWTH_PAUSE_IN_RETRY_AFTERS = 3;

/**
 * What all runs of this n8n process share: how many starts a service takes at once. There is one object for each address and
 * flow. It learns only from starts that the service turns away, and delays nothing before. Runs take turns.
 */
export class ServiceLimit {
	/** Runs add and remove themselves. The one whose turn is next comes first. */
	readonly runs = new Set<RunRequests>();
	private inFlight = 0;
	/** Infinity as long as nothing was turned away. */
	private maxInFlight = Infinity;

	/** Up to this limit, which is twice the last known one, it grows by one a round. Then it doubles. */
	private doublesFrom = Infinity;
	/** Starts taken while all places were in use, since the limit last changed. */
	private takenWhenFull = 0;
	private roundsToGrow = 1;
	private hasGrown = false;
	private growsFrom = -Infinity;

	private pausedUntil = -Infinity;
	/** The part of the pause that the service has asked for. */
	private askedUntil = -Infinity;
	/** Pauses since the service has last taken a start. */
	private pausesSinceTaken = 0;
	/** Starts taken since the last pause that was not in vain. */
	private takenSincePause = 0;
	private lastTakenAt = -Infinity;

	constructor(private readonly clock: Clock) {}

	get isIdle(): boolean {
		return this.runs.size === 0 && this.inFlight === 0;
	}

	/** Sends as many requests as there is room for, one of each run in turn. */
	release(): void {
		for (const run of this.runs) {
			const { next } = run;
			if (next === undefined || !this.hasRoom(next.maxRetries)) continue;
			// At the end of the set, it comes around again after the other runs.
			this.runs.delete(run);
			this.runs.add(run);
			this.inFlight++;
			run.sendNext();
		}
	}

	/** To be called for each request that `release` has sent, in the end. */
	leave(): void {
		this.inFlight--;
		this.release();
	}

	/** Learns from a request that has come back. To be called before `leave`. */
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
		const hasTakenRecently = now - this.lastTakenAt < KEEP_TRYING_MS;
		const isTriedAgain = now >= this.pausedUntil + TRY_AGAIN_AFTER_MS;
		return !hasTakenRecently && !isTriedAgain && this.pausesSinceTaken > maxRetries;
	}

	private hasRoom(maxRetries: number): boolean {
		// Without hope, each start has one attempt, and none waits for another one.
		if (this.isGivenUp(maxRetries)) return this.clock.now() >= this.askedUntil;
		return !this.isPaused && this.inFlight < this.maxInFlight;
	}

	private learnTaken(): void {
		this.lastTakenAt = this.clock.now();
		// It takes starts again after a pause in vain.
		if (this.pausesSinceTaken > 1) this.setMax(this.takenSincePause / 2);
		if (this.pausesSinceTaken > 0) this.takenSincePause = 0;
		this.pausesSinceTaken = 0;
		this.takenSincePause++;
		// As long as places are free, a larger limit would change nothing (RFC 7661).
		const isFull = this.inFlight >= this.maxInFlight;
		if (isFull && this.clock.now() >= this.growsFrom) this.takenWhenFull++;
		if (this.takenWhenFull >= this.maxInFlight * this.roundsToGrow) this.grow();
	}

	private grow(): void {
		// A round at a limit that had grown has gone well.
		if (this.hasGrown) this.roundsToGrow = 1;
		const isFarAbove = this.maxInFlight >= this.doublesFrom;
		this.maxInFlight = isFarAbove ? 2 * this.maxInFlight : this.maxInFlight + 1;
		this.hasGrown = true;
		this.takenWhenFull = 0;
	}

	private learnTurnedAway(retryAfterMs: number): void {
		if (this.hasGrown) this.roundsToGrow = Math.min(2 * this.roundsToGrow, MAX_ROUNDS_TO_GROW);
		this.askedUntil = Math.max(this.askedUntil, this.clock.now() + retryAfterMs);
		const growthPauseMs = GROWTH_PAUSE_IN_RETRY_AFTERS * retryAfterMs;
		this.growsFrom = Math.max(this.growsFrom, this.clock.now() + growthPauseMs);
		const othersInFlight = this.inFlight - 1;
		if (othersInFlight > 0) {
			// That is what the service takes at once.
			this.setMax(othersInFlight);
			this.doublesFrom = 2 * this.maxInFlight;
			void this.pause(retryAfterMs);
			return;
		}
		// Nothing else is in flight, so the service limits the rate, or takes nothing at all.
		if (this.clock.now() >= this.pausedUntil + TRY_AGAIN_AFTER_MS) this.pausesSinceTaken = 0;
		this.pausesSinceTaken++;
		// After a pause in vain, one start tries whether the service takes any.
		this.setMax(this.pausesSinceTaken === 1 ? this.takenSincePause / 2 : 1);
		// How many it takes at once is not known.
		this.doublesFrom = 0;
		const backoffMs = computeBackoff(this.pausesSinceTaken, this.clock.random());
		void this.pause(Math.max(retryAfterMs, backoffMs));
	}

	private setMax(max: number): void {
		this.maxInFlight = Math.max(1, Math.floor(max));
		this.hasGrown = false;
		this.takenWhenFull = 0;
	}

	private get isPaused(): boolean {
		return this.clock.now() < this.pausedUntil;
	}

	private async pause(ms: number): Promise<void> {
		this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
		// Another answer may prolong the pause meanwhile.
		while (this.isPaused) await this.clock.wait(this.pausedUntil - this.clock.now());
		this.release();
	}
}
