import type { Load } from '../outcome/table';
import type { Clock } from '../shared/clock';
import { computeBackoff } from './backoff';
import { Pace } from './pace';

/** How a request came back. */
export interface ReturnedRequest {
	load: Load;
	/** How long the service asks all starts to wait, in ms. */
	retryAfterMs?: number;
}

/** A run as the limit sees it. */
export interface LimitedRun {
	readonly maxRetries: number;
	/** Whether a request waits for which the run's own window has a place. */
	readonly hasNext: boolean;
	sendNext: () => void;
}

/** If a flow has started within this time, the service is not given up. */
const KEEP_TRYING_MS = 2 * 60_000;

/** A service that was given up is tried as before if no probe has left for this long after it might. */
const TRY_AGAIN_AFTER_MS = 30_000;

/**
 * Services turn a start away quickly. So a probe counts as taken after this time, or after twice the longest time that turning
 * away took, whichever is longer.
 */
const MIN_TAKEN_AFTER_MS = 100;

/** The longest wait for a probe while others are in flight. The run goes on meanwhile, so it may be longer than other waits. */
const MAX_PROBE_WAIT_MS = 10 * 60_000;

/** If the limit held back no start for this long, fewer left than the service takes, so they do not measure its rate. */
const QUIET_MS = 2_000;

/** From the second probe in a row on, it waits this many Retry-Afters, because each one turned away makes all runs wait once more. */
const PROBE_WAIT_IN_RETRY_AFTERS = 6;

/**
 * What all runs of this n8n process share: how many starts a service takes. There is one object for each address and flow. It
 * delays nothing until the service turns a start away. Runs take turns.
 *
 * When a start is turned away, the others in flight become the limit, as if the service took no more at once. After a wait, one
 * start (the probe) leaves beyond it. If the service takes it while all other places are still full, it limits the rate.
 */
export class ServiceLimit {
	/** Runs add and remove themselves. The one whose turn is next comes first. */
	readonly runs = new Set<LimitedRun>();
	private readonly pace = new Pace();
	private inFlight = 0;
	/** Infinity as long as nothing was turned away. */
	private maxInFlight = Infinity;

	/** From then on, one start may leave beyond the limit. */
	private probeAt = -Infinity;
	/** When the probe in flight was sent. */
	private probeSentAt: number | undefined;
	/** Waits for a probe since one was taken, or since the limit fell. */
	private probeWaitCount = 0;
	/** The longest that the service has taken lately to turn a start away. It halves with each one that came back sooner. */
	private slowestTurnAwayMs = 0;

	/** The service has asked all starts to wait until then. */
	private askedUntil = -Infinity;
	/** Starts in a row that were turned away with nothing else in flight. */
	private turnedAwayAloneCount = 0;
	private lastSuccessAt = -Infinity;
	/** When it releases next by itself. */
	private wakesAt = Infinity;
	/** Whether a start waits for the limit, and when one last did. */
	private isHoldingBack = false;
	private heldBackAt = -Infinity;

	constructor(private readonly clock: Clock) {}

	get isIdle(): boolean {
		return this.runs.size === 0 && this.inFlight === 0;
	}

	/** Sends as many requests as there is room for, one of each run in turn. */
	release(): void {
		const now = this.clock.now();
		if (this.isHoldingBack) this.heldBackAt = now;
		else if (now - this.heldBackAt > QUIET_MS) this.pace.suspend();
		if (now >= this.probeTakenAt) this.learnProbeTaken();
		this.isHoldingBack = false;
		for (const run of this.runs) {
			if (!run.hasNext) continue;
			const leavesAt = this.findLeaveTime(run.maxRetries);
			if (leavesAt > now) {
				this.isHoldingBack = true;
				void this.wake(leavesAt);
				continue;
			}
			// At the end of the set, it comes around again after the other runs.
			this.runs.delete(run);
			this.runs.add(run);
			if (this.inFlight >= this.maxInFlight && !this.isGivenUp(run.maxRetries)) {
				this.probeSentAt = now;
			}
			this.pace.countStart(now);
			this.inFlight++;
			run.sendNext();
		}
	}

	/** To be called once for each request that `release` has sent, when it is over. */
	countReturned(): void {
		this.inFlight--;
		this.release();
	}

	/** Learns from a request that has come back. To be called before `countReturned`. */
	learn({ load, retryAfterMs = 0 }: ReturnedRequest, maxRetries: number, sentAt: number): void {
		if (load === 'success') this.lastSuccessAt = this.clock.now();
		const mayBeProbe = this.probeSentAt !== undefined && sentAt >= this.probeSentAt;
		if (load === 'turnedAway') {
			if (!this.isGivenUp(maxRetries)) this.learnTurnedAway(retryAfterMs, sentAt);
		} else if (load === 'noEvidence') {
			// Perhaps the probe never reached the service, so another one may leave.
			if (mayBeProbe) this.probeSentAt = undefined;
		} else {
			this.turnedAwayAloneCount = 0;
			if (mayBeProbe) this.learnProbeTaken();
		}
	}

	/**
	 * Whether a start that was turned away is not tried again: no flow has started for two minutes, and as many pauses as Max
	 * Retries did not help.
	 */
	isGivenUp(maxRetries: number): boolean {
		const now = this.clock.now();
		const hasStartedRecently = now - this.lastSuccessAt < KEEP_TRYING_MS;
		const isTriedAgain = now >= this.probeAt + TRY_AGAIN_AFTER_MS;
		// The first one came before any pause.
		const pauseCount = this.turnedAwayAloneCount - 1;
		return !hasStartedRecently && !isTriedAgain && pauseCount >= maxRetries;
	}

	private findLeaveTime(maxRetries: number): number {
		// A service that was given up gets each start once, after its Retry-After.
		if (this.isGivenUp(maxRetries)) return this.askedUntil;
		const leavesAt = Math.max(this.askedUntil, this.pace.nextAt);
		if (this.inFlight < this.maxInFlight) return leavesAt;
		// There is one probe at a time.
		return Math.max(leavesAt, this.probeSentAt === undefined ? this.probeAt : this.probeTakenAt);
	}

	/** When the probe in flight has not come back for so long that the service must have taken it. */
	private get probeTakenAt(): number {
		if (this.probeSentAt === undefined) return Infinity;
		return this.probeSentAt + Math.max(MIN_TAKEN_AFTER_MS, 2 * this.slowestTurnAwayMs);
	}

	/** The limit was too low. It doubles, and the next probe may leave at once. */
	private learnProbeTaken(): void {
		const now = this.clock.now();
		if (this.probeWaitCount > 0) this.pace.measure(now);
		this.probeWaitCount = 0;
		this.probeSentAt = undefined;
		this.probeAt = now;
		this.maxInFlight = Math.max(1, 2 * this.maxInFlight);
	}

	private learnTurnedAway(retryAfterMs: number, sentAt: number): void {
		const now = this.clock.now();
		this.slowestTurnAwayMs = Math.max(this.slowestTurnAwayMs / 2, now - sentAt);
		this.pace.countTurnedAway();
		this.askedUntil = Math.max(this.askedUntil, now + retryAfterMs);
		const othersInFlight = this.inFlight - 1;
		if (othersInFlight === 0) {
			// The service was left alone for a while, so it gets as many pauses as before.
			if (sentAt >= this.probeAt + TRY_AGAIN_AFTER_MS) this.turnedAwayAloneCount = 0;
			this.turnedAwayAloneCount++;
		}
		if (othersInFlight < this.maxInFlight) {
			this.maxInFlight = othersInFlight;
			this.probeWaitCount = 0;
		}
		this.probeWaitCount++;
		this.probeSentAt = undefined;
		const waitMs = this.computeProbeWait(retryAfterMs, othersInFlight);
		this.probeAt = Math.max(this.askedUntil, now + waitMs);
	}

	private computeProbeWait(retryAfterMs: number, othersInFlight: number): number {
		// Each backoff is used twice: one more request costs less than waiting for too long.
		const waitNumber = Math.ceil(this.probeWaitCount / 2);
		const random = this.clock.random();
		if (othersInFlight === 0) return computeBackoff(waitNumber, random);
		const backoffMs = computeBackoff(waitNumber, random, MAX_PROBE_WAIT_MS);
		if (this.probeWaitCount === 1) return backoffMs;
		return Math.max(backoffMs, PROBE_WAIT_IN_RETRY_AFTERS * retryAfterMs);
	}

	/** Releases at a time, unless it does so earlier. */
	private async wake(at: number): Promise<void> {
		if (at >= this.wakesAt) return;
		this.wakesAt = at;
		await this.clock.wait(at - this.clock.now());
		if (this.wakesAt === at) this.wakesAt = Infinity;
		this.release();
	}
}
