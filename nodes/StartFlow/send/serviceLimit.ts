import { isTaken, type Load } from '../outcome/table';
import type { Clock } from '../shared/clock';
import { computeBackoff, MAX_IDLE_WAIT_MS } from './backoff';
import type { KnownFlow } from './knownServices';
import { Line } from './line';
import { Pace } from './pace';
import { Patience } from './patience';
import type { RequestQueue } from './requestQueue';
import type { TurnAways } from './turnAways';

/** How a request came back. */
export interface ReturnedRequest {
	load: Load;
	/** How long the service asks all starts to wait, in ms. */
	retryAfterMs?: number;
	/** When it left, by the clock, and as which one of its service. */
	sentAt: number;
	number: number;
	/** Whether it left although the limit had no place for it. */
	isBeyondLimit: boolean;
	/** What its start has met so far. */
	turnAways: TurnAways;
}

/**
 * Services turn a start away quickly. So a probe counts as taken after this time (while the limit is 0, after the longest idle
 * wait), or after twice the longest time that turning away took, whichever is longer.
 */
const MIN_TAKEN_AFTER_MS = 100;

/** The longest wait for a probe while others may be in flight. */
const MAX_PROBE_WAIT_MS = 10 * 60_000;

/** While starts are taken, the second probe in a row waits this many Retry-Afters, because each one makes all runs wait once more. */
const PROBE_WAIT_IN_RETRY_AFTERS = 6;

/**
 * How many starts a service takes: of one address and one token, for all runs of this n8n process. It holds for the flows of
 * which a start was turned away (joined flows), and delays nothing before.
 *
 * When a start is turned away, the others in flight become the limit, as if the service took no more at once. After a wait, one
 * start (the probe) leaves beyond it. If it is taken, the limit was too low: it doubles, and the starts since the last such moment
 * say what rate the service takes (`Pace`).
 *
 * What less would cost, in the simulation: without the pace, a few long flows at 10 a second take 8 times as long, and at 1 a second
 * each start 5.6 requests. With the pace alone, 83 of 300 starts are lost where flows are slow. Without the window, 920 of 1,000
 * starts may have happened or not where a service fails above 20 at once, in place of 55.
 */
export class ServiceLimit {
	/** Runs that have a request to send, the next one first. They take turns. */
	readonly line = new Line<RequestQueue>();
	readonly patience = new Patience();
	private readonly pace = new Pace();
	/** Starts of joined flows. */
	private inFlight = 0;
	/** Infinity as long as nothing was turned away. */
	private maxInFlight = Infinity;

	/** From then on, one start may leave beyond the limit. */
	private probeAt = -Infinity;
	/** When the probe in flight was sent. */
	private probeSentAt: number | undefined;
	/** Waits for a probe since one was taken, or since the limit fell. */
	private probeWaitCount = 0;
	/** When a start last came back that was turned away. */
	private turnedAwayAt = -Infinity;
	/** The longest that the service has taken lately to turn a start away. It halves with each one that came back sooner. */
	private slowestTurnAwayMs = 0;

	/** The service has asked all starts to wait until then, and the number of the request that it told so. */
	private askedUntil = -Infinity;
	private askedNumber = 0;
	private sentCount = 0;
	/** When it releases next by itself. */
	private wakesAt = Infinity;

	constructor(private readonly clock: Clock) {}

	/** Sends what need not wait for the limit, and then as many requests as it has room for, one of each run in turn. */
	release(): void {
		const now = this.clock.now();
		if (now >= this.probeTakenAt) this.learnProbeTaken();
		this.pace.update(now);
		for (const run of [...this.line.elements]) {
			const { isJoined } = run.flow;
			if (isJoined && run.admit()) continue;
			while (run.isWaiting) run.sendNext({ isBeyondLimit: isJoined });
		}
		let next = this.findNextRun();
		for (; next !== undefined; next = this.findNextRun()) {
			const leavesAt = this.findLeaveTime();
			if (leavesAt > now) {
				void this.wake(leavesAt);
				break;
			}
			if (this.inFlight >= this.maxInFlight) this.probeSentAt = now;
			next.sendNext({ isBeyondLimit: false });
		}
		this.pace.isHoldingBack = next !== undefined;
	}

	private findNextRun(): RequestQueue | undefined {
		return this.line.elements.find(({ flow, isWaiting }) => flow.isJoined && isWaiting);
	}

	/** Counts a request that leaves. @returns Its number. */
	countSent(flow: KnownFlow): number {
		flow.inFlight++;
		if (flow.isJoined) {
			this.inFlight++;
			this.pace.countStart(this.clock.now());
		}
		return ++this.sentCount;
	}

	/** Learns from a request that is back, and sends what there is room for now. */
	takeBack(flow: KnownFlow, request: ReturnedRequest): void {
		flow.inFlight--;
		this.learn(flow, request);
		this.release();
	}

	private learn(flow: KnownFlow, { load, retryAfterMs = 0, ...request }: ReturnedRequest): void {
		const now = this.clock.now();
		if (flow.isJoined) this.inFlight--;
		const mayBeProbe = this.probeSentAt !== undefined && request.sentAt >= this.probeSentAt;
		if (isTaken(load)) this.patience.countTaken(now);
		if (load === 'turnedAway') {
			this.patience.countTurnedAway(now);
			if (!flow.isJoined) this.inFlight += flow.inFlight;
			flow.isJoined = true;
		}
		if (!flow.isJoined) return;
		if (isTaken(load)) {
			if (request.number > this.askedNumber) this.askedUntil = -Infinity;
			const opensLimit = request.isBeyondLimit && this.maxInFlight === 0;
			if (mayBeProbe || opensLimit) this.learnProbeTaken();
		} else if (
			load === 'turnedAway' &&
			!request.isBeyondLimit &&
			!request.turnAways.isHardlyChance
		) {
			this.learnTurnedAway(retryAfterMs, request);
		} else if (mayBeProbe) {
			// It says nothing of the limit, so another probe may leave.
			this.probeSentAt = undefined;
		}
	}

	private findLeaveTime(): number {
		const leavesAt = Math.max(this.askedUntil, this.pace.nextAt);
		if (this.inFlight < this.maxInFlight) return leavesAt;
		// There is one probe at a time.
		return Math.max(leavesAt, this.probeSentAt === undefined ? this.probeAt : this.probeTakenAt);
	}

	/** When the probe in flight has not come back for so long that the service must have taken it. */
	private get probeTakenAt(): number {
		if (this.probeSentAt === undefined) return Infinity;
		// A service that takes nothing may be slow at times. If such a probe counted as taken, later calls would wait for minutes.
		const minMs = this.maxInFlight === 0 ? MAX_IDLE_WAIT_MS : MIN_TAKEN_AFTER_MS;
		return this.probeSentAt + Math.max(minMs, 2 * this.slowestTurnAwayMs);
	}

	/** The limit was too low. It doubles, and the next probe may leave at once. */
	private learnProbeTaken(): void {
		const now = this.clock.now();
		this.patience.countTaken(now);
		if (this.probeWaitCount > 0) this.pace.measure(now);
		this.probeWaitCount = 0;
		this.probeSentAt = undefined;
		this.probeAt = now;
		this.maxInFlight = Math.max(1, 2 * this.maxInFlight);
	}

	private learnTurnedAway(
		retryAfterMs: number,
		{ sentAt, number }: Pick<ReturnedRequest, 'sentAt' | 'number'>,
	): void {
		const now = this.clock.now();
		this.slowestTurnAwayMs = Math.max(this.slowestTurnAwayMs / 2, now - sentAt);
		this.pace.countTurnedAway();
		if (now + retryAfterMs > this.askedUntil) {
			this.askedUntil = now + retryAfterMs;
			this.askedNumber = number;
		}
		if (this.inFlight < this.maxInFlight) {
			this.maxInFlight = this.inFlight;
			this.probeWaitCount = 0;
		}
		// Of starts that left together, only the first one that is turned away makes the wait longer.
		if (this.probeWaitCount === 0 || sentAt >= this.turnedAwayAt) this.probeWaitCount++;
		this.turnedAwayAt = now;
		this.probeSentAt = undefined;
		this.probeAt = now + this.computeProbeWait(retryAfterMs);
	}

	private computeProbeWait(retryAfterMs: number): number {
		// Each backoff is used twice: one more request costs less than waiting for too long.
		const waitNumber = Math.ceil(this.probeWaitCount / 2);
		const random = this.clock.random();
		if (this.maxInFlight === 0) return computeBackoff(waitNumber, random, MAX_IDLE_WAIT_MS);
		const backoffMs = computeBackoff(waitNumber, random, MAX_PROBE_WAIT_MS);
		if (this.probeWaitCount === 1) return backoffMs;
		const afterRetryAftersMs = PROBE_WAIT_IN_RETRY_AFTERS * retryAfterMs;
		return Math.min(MAX_PROBE_WAIT_MS, Math.max(backoffMs, afterRetryAftersMs));
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
