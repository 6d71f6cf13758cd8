import { isTaken, type Load } from '../outcome/table';
import type { Clock } from '../shared/clock';
import { computeBackoff, MAX_IDLE_WAIT_MS } from './backoff';
import { Line } from './line';
import type { OpenStart } from './openStart';
import { Pace } from './pace';
import type { Patience } from './patience';

/** How a request came back. */
export interface RequestResult {
	load: Load;
	/** How long the service asks all starts to wait, in ms. */
	retryAfterMs?: number;
}

/**
 * Services turn a start away quickly. So a probe counts as taken after this time (while the limit is 0, after the longest idle
 * wait), or after twice the longest time that turning away took, whichever is longer.
 */
const MIN_TAKEN_AFTER_MS = 100;

/** The longest wait for a probe while others may be in flight. */
const MAX_PROBE_WAIT_MS = 10 * 60_000;

/** Each backoff is used so often: one more request costs less than waiting for too long. */
const PROBES_PER_BACKOFF = 3;

/**
 * While others may be in flight, each wait for a probe but the first one after the limit fell lasts at least this many
 * Retry-Afters, because each probe that is turned away makes all runs wait once more.
 */
const PROBE_WAIT_IN_RETRY_AFTERS = 6;

/**
 * How many starts a service takes, for all runs of this n8n process. As long as nothing was turned away, that is any number.
 *
 * An example: six starts are in flight, and one comes back turned away. The five others become the limit, as if the service took no
 * more at once, so one start leaves for each that comes back. After a wait, one more leaves (the probe). If it is turned away, too,
 * the next wait is longer. If it is taken, the limit was too low: it doubles to 10, and the starts since the last such moment say
 * what rate the service takes (`Pace`).
 *
 * What less would cost, in the simulation: without the pace, a few long flows at 10 a second take 8 times as long, and at 1 a second
 * each start 5.6 requests. With the pace alone, 83 of 300 starts are lost where flows are slow. Without the window, 920 of 1,000
 * starts may have happened or not where a service fails above 20 at once, in place of 55.
 */
export class ServiceLimit {
	/** Whether a start waits for it. */
	isHoldingBack = false;
	private readonly line = new Line();
	private readonly pace = new Pace();
	private inFlight = 0;
	private maxInFlight = Infinity;

	/** From then on, one start may leave beyond the limit. */
	private probeAt = -Infinity;
	/** The probe in flight. If it is not back at `countsAsTakenAt`, the service must have taken it. */
	private probe: { serviceNumber: number; countsAsTakenAt: number } | undefined;
	/** Waits for a probe since one was taken, or since the limit fell. */
	private probeWaitCount = 0;
	/** The longest that the service has taken lately to turn a start away. It halves with each one that came back sooner. */
	private slowestTurnAwayMs = 0;

	/** The service has asked all starts to wait until then, and the number of the request that it told so. */
	private askedUntil = -Infinity;
	private askedServiceNumber = 0;
	/** When it releases next by itself. */
	private wakesAt = Infinity;

	constructor(
		private readonly clock: Clock,
		private readonly service: { patience: Patience; sentCount: number },
	) {}

	/** Takes over what is in flight and what waits under another limit, which is not used any more. */
	takeOver(other: ServiceLimit): void {
		this.inFlight += other.inFlight;
		for (const start of other.line.list()) {
			other.line.remove(start);
			this.line.join(start);
		}
	}

	/** Lets a start wait until it leaves. */
	enter(start: OpenStart): void {
		this.line.join(start);
		this.release();
	}

	endWaits(run: object): void {
		for (const start of this.line.list().filter((waiting) => waiting.run === run)) {
			this.line.remove(start);
			start.endWait(false);
		}
	}

	/** Sends as many of the starts that wait as there is room for, and those that may not wait. */
	private release(): void {
		const now = this.clock.now();
		if (this.probe !== undefined && now >= this.probe.countsAsTakenAt) this.learnProbeTaken();
		let nextAt: number | undefined;
		for (const start of this.line.list()) {
			if (!start.window.hasRoom) continue;
			const leavesAt = this.findLeaveTime();
			if (leavesAt > now && this.service.patience.admit(start.run, now)) nextAt = leavesAt;
			else this.letLeave(start, now);
		}
		this.isHoldingBack = nextAt !== undefined;
		this.pace.noteWaiting(this.isHoldingBack, now);
		if (nextAt !== undefined) void this.wake(nextAt);
	}

	private letLeave(start: OpenStart, now: number): void {
		const serviceNumber = ++this.service.sentCount;
		if (this.inFlight >= this.maxInFlight) {
			this.probe = { serviceNumber, countsAsTakenAt: now + this.computeTakenAfter() };
		}
		this.inFlight++;
		this.pace.countStart(now);
		this.line.leave(start);
		start.enterFlight(serviceNumber);
	}

	private computeTakenAfter(): number {
		// A service that takes nothing may be slow at times. If such a probe counted as taken, later calls would wait for minutes.
		const minMs = this.maxInFlight === 0 ? MAX_IDLE_WAIT_MS : MIN_TAKEN_AFTER_MS;
		return Math.max(minMs, 2 * this.slowestTurnAwayMs);
	}

	/** Learns from a request that is back, and sends what there is room for now. */
	takeBack(start: OpenStart, result: RequestResult): void {
		this.inFlight--;
		this.learn(start, result);
		this.release();
	}

	private learn(start: OpenStart, { load, retryAfterMs = 0 }: RequestResult): void {
		const mayBeProbe = this.probe !== undefined && start.serviceNumber >= this.probe.serviceNumber;
		if (isTaken(load)) {
			if (start.serviceNumber > this.askedServiceNumber) this.askedUntil = -Infinity;
			if (mayBeProbe) this.learnProbeTaken();
		} else if (load === 'turnedAway' && !start.isLimitUnlikely) {
			this.learnTurnedAway(start, retryAfterMs, mayBeProbe);
		} else if (mayBeProbe) {
			// It says nothing of the limit, so another probe may leave.
			this.probe = undefined;
		}
	}

	private findLeaveTime(): number {
		const leavesAt = Math.max(this.askedUntil, this.pace.nextAt);
		if (this.inFlight < this.maxInFlight) return leavesAt;
		// There is one probe at a time.
		return Math.max(leavesAt, this.probe?.countsAsTakenAt ?? this.probeAt);
	}

	/** The limit was too low. It doubles, and the next probe may leave at once. */
	private learnProbeTaken(): void {
		const now = this.clock.now();
		this.service.patience.countTaken(now);
		if (this.probeWaitCount > 0) this.pace.measure(now);
		this.probeWaitCount = 0;
		this.probe = undefined;
		this.probeAt = now;
		this.maxInFlight = Math.max(1, 2 * this.maxInFlight);
	}

	private learnTurnedAway(start: OpenStart, retryAfterMs: number, mayBeProbe: boolean): void {
		const now = this.clock.now();
		this.slowestTurnAwayMs = Math.max(this.slowestTurnAwayMs / 2, now - start.sentAt);
		this.pace.countTurnedAway();
		if (now + retryAfterMs > this.askedUntil) {
			this.askedUntil = now + retryAfterMs;
			this.askedServiceNumber = start.serviceNumber;
		}
		if (this.inFlight < this.maxInFlight) {
			this.maxInFlight = this.inFlight;
			this.probeWaitCount = 1;
		} else if (mayBeProbe) {
			this.probeWaitCount++;
		}
		this.probe = undefined;
		this.probeAt = now + this.computeProbeWait(retryAfterMs);
	}

	private computeProbeWait(retryAfterMs: number): number {
		const isIdle = this.maxInFlight === 0;
		const waitNumber = Math.ceil(this.probeWaitCount / PROBES_PER_BACKOFF);
		const maxMs = isIdle ? MAX_IDLE_WAIT_MS : MAX_PROBE_WAIT_MS;
		const backoffMs = computeBackoff(waitNumber, this.clock.random(), maxMs);
		if (this.probeWaitCount === 1) return backoffMs;
		// Others may come just when the Retry-After is over, each time. So the probe leaves some time after it.
		if (isIdle) return retryAfterMs + backoffMs;
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
