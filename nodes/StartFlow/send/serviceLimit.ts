import { computeBackoff } from './backoff';
import type { Clock } from '../shared/clock';
import type { Load } from './window';

/** How a request came back. */
export interface ReturnedRequest {
	load: Load;
	/** How long the service asks all starts to wait, in ms. */
	retryAfterMs?: number;
}

/** As long as the service has taken a start within this time, it is waited for. */
const RECENT_MS = 2 * 60_000;

/** A service that has been given up is tried again as before after this time. */
const GIVEN_UP_MS = 30_000;

/** The most rounds that must go well before the limit grows. */
const MAX_ROUNDS_TO_GROW = 16;

/** A larger limit that is too large costs all runs a Retry-After. So it is tried at most after this many of them. */
const MIN_RETRY_AFTERS_TO_GROW = 3;

type EndWait = (mayLeave: boolean) => void;

/**
 * What all runs of this n8n process share: how many starts a service takes at once. There is one object for each address and
 * flow. It learns only from starts that the service turns away, and delays nothing before. Runs take turns.
 */
export class ServiceLimit {
	/** Infinity as long as nothing was turned away. */
	private maxInFlight = Infinity;
	private inFlight = 0;

	/** Requests that wait, by run. The run whose turn is next comes first. */
	private readonly waiting = new Map<object, EndWait[]>();

	private pausedUntil = -Infinity;
	/** Ends the wait for the end of a pause when no request waits any more. `undefined` if nothing waits for it. */
	private pauseWait: AbortController | undefined;

	private lastTakenAt = -Infinity;
	private takenSincePause = 0;
	private pausesSinceTaken = 0;
	/** Half of what the service took before it was paused. */
	private maxAfterPause = 1;
	private givenUpUntil = -Infinity;

	/** What was in flight when the service last turned a start away. Up to twice as many, the limit grows only by one a round. */
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
	 * Waits until a request may leave. Whoever gets `true` must call `leave` when the request has come back.
	 * @param run Runs take turns. @param isRetry It goes before the other requests of its run.
	 * @returns `false` if `dismiss` has ended the wait.
	 */
	async enter(run: object, isRetry: boolean): Promise<boolean> {
		if (this.waiting.size === 0 && this.hasRoom()) {
			this.inFlight++;
			return true;
		}
		return await new Promise((endWait) => {
			const waiting = this.waiting.get(run) ?? [];
			if (isRetry) waiting.unshift(endWait);
			else waiting.push(endWait);
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
		for (const endWait of waiting) endWait(false);
		if (this.waiting.size === 0) this.pauseWait?.abort();
	}

	/** Learns from a request that has come back. To be called before `leave`. @param maxRetries The option of its start. */
	learn({ load, retryAfterMs = 0 }: ReturnedRequest, maxRetries: number): void {
		if (load === 'turnedAway') this.learnTurnedAway(retryAfterMs, maxRetries);
		if (load === 'success') this.learnTaken();
	}

	/** Whether the service takes nothing, so that a start that it turned away is not tried again. */
	get isGivenUp(): boolean {
		return this.clock.now() < this.givenUpUntil;
	}

	private learnTaken(): void {
		this.lastTakenAt = this.clock.now();
		this.takenSincePause++;
		// It takes starts again after a pause in vain.
		if (this.pausesSinceTaken > 1)
			this.maxInFlight = Math.max(this.maxInFlight, this.maxAfterPause);
		this.pausesSinceTaken = 0;
		this.givenUpUntil = -Infinity;
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

	private learnTurnedAway(retryAfterMs: number, maxRetries: number): void {
		if (this.isGivenUp) return;
		if (this.hasGrown) {
			this.roundsToGrow = Math.min(2 * this.roundsToGrow, MAX_ROUNDS_TO_GROW);
			this.growsFrom = this.clock.now() + MIN_RETRY_AFTERS_TO_GROW * retryAfterMs;
		}
		this.hasGrown = false;
		this.takenWhenFull = 0;
		const othersInFlight = this.inFlight - 1;
		if (othersInFlight === 0) {
			this.learnRate(retryAfterMs, maxRetries);
		} else {
			// That is what the service takes at once.
			this.maxInFlight = Math.min(this.maxInFlight, othersInFlight);
			this.lastKnownMax = this.maxInFlight;
			this.pause(retryAfterMs);
		}
	}

	/** Nothing else is in flight, so the service limits the rate, or takes nothing at all. */
	private learnRate(retryAfterMs: number, maxRetries: number): void {
		const hasTakenRecently = this.clock.now() - this.lastTakenAt < RECENT_MS;
		if (!hasTakenRecently && this.pausesSinceTaken >= maxRetries) {
			this.pausesSinceTaken = 0;
			this.givenUpUntil = this.clock.now() + retryAfterMs + GIVEN_UP_MS;
			// The last pause. From now on, each start has one attempt, and none waits for another one.
			this.pause(retryAfterMs);
			return;
		}
		this.pausesSinceTaken++;
		const backoffMs = computeBackoff(this.pausesSinceTaken, this.clock.random());
		this.pause(Math.max(retryAfterMs, backoffMs));
		const hasTaken = this.takenSincePause > 0;
		if (hasTaken) this.maxAfterPause = Math.max(1, Math.floor(this.takenSincePause / 2));
		// After a pause in vain, one start tries whether the service takes any.
		this.maxInFlight = hasTaken ? this.maxAfterPause : 1;
		this.takenSincePause = 0;
		// How much it takes at once is not known, so the limit doubles.
		this.lastKnownMax = 0;
	}

	private pause(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
	}

	private get isPaused(): boolean {
		return this.clock.now() < this.pausedUntil;
	}

	private hasRoom(): boolean {
		return !this.isPaused && (this.isGivenUp || this.inFlight < this.maxInFlight);
	}

	/** Lets in as many requests as there is room for, one of each run in turn. */
	private release(): void {
		for (const [run, waiting] of this.waiting) {
			if (!this.hasRoom()) break;
			// At the end of the map, it comes around again after the other runs.
			this.waiting.delete(run);
			const endWait = waiting.shift();
			if (waiting.length > 0) this.waiting.set(run, waiting);
			this.inFlight++;
			endWait?.(true);
		}
		if (this.waiting.size > 0 && this.isPaused) void this.waitForPauseEnd();
	}

	/** One wait for all requests. It lasts no longer than they do. */
	private async waitForPauseEnd(): Promise<void> {
		if (this.pauseWait !== undefined) return;
		this.pauseWait = new AbortController();
		// Another answer may prolong the pause meanwhile.
		while (this.isPaused && this.waiting.size > 0) {
			await this.clock.wait(this.pausedUntil - this.clock.now(), this.pauseWait.signal);
		}
		this.pauseWait = undefined;
		this.release();
	}
}
