import type { Clock } from '../shared/clock';
import { computeBackoff, MAX_IDLE_WAIT_MS } from './backoff';
import type { OpenStart } from './openStart';

/**
 * Services turn a start away quickly, so a probe that is not back after this time counts as taken. While the limit is 0, the longest
 * idle wait counts instead. It is never less than twice the time that turning away took.
 */
const MIN_TAKEN_AFTER_MS = 100;

/** The longest wait for a probe while others may be in flight. */
const MAX_WAIT_MS = 10 * 60_000;

/** Each backoff is used so often: one more request costs less than waiting for too long. */
const PROBES_PER_BACKOFF = 3;

/**
 * While others may be in flight, the first wait after the limit fell is a backoff. Each further one lasts at least this many
 * Retry-Afters (12 s if the service asks for 2 s), because each probe that is turned away makes all runs wait once more.
 */
const WAIT_IN_RETRY_AFTERS = 6;

/** A start that leaves although the limit is reached, to find out whether the service takes more. There is one at a time. */
export class Probe {
	/** The one in flight. If it is not back at `countsAsTakenAt`, the service must have taken it. */
	private current: { serviceNumber: number; countsAsTakenAt: number } | undefined;
	/** When the next one may leave. */
	private nextAt = -Infinity;
	/** Waits since one was taken, or since the limit fell. */
	waitCount = 0;
	/** The longest that the service has taken lately to turn a start away. It halves with each one that came back sooner. */
	private slowestTurnAwayMs = 0;

	constructor(private readonly clock: Clock) {}

	/** When the next one may leave, unless the one in flight is turned away. */
	get leavesAt(): number {
		return this.current?.countsAsTakenAt ?? this.nextAt;
	}

	get countsAsTaken(): boolean {
		return this.current !== undefined && this.clock.now() >= this.current.countsAsTakenAt;
	}

	/** Whether a start is the probe, or left after it. */
	mayBe({ serviceNumber }: OpenStart): boolean {
		return this.current !== undefined && serviceNumber >= this.current.serviceNumber;
	}

	/** @param isIdle Whether the limit is 0. */
	leave(serviceNumber: number, isIdle: boolean): void {
		// A service that takes nothing may be slow at times. If such a probe counted as taken, later calls would wait for minutes.
		const minMs = isIdle ? MAX_IDLE_WAIT_MS : MIN_TAKEN_AFTER_MS;
		const takenAfterMs = Math.max(minMs, 2 * this.slowestTurnAwayMs);
		this.current = { serviceNumber, countsAsTakenAt: this.clock.now() + takenAfterMs };
	}

	/** It came back without telling anything of the limit, so another one may leave. */
	forget(): void {
		this.current = undefined;
	}

	/** It was taken, so the next one may leave at once. */
	restart(): void {
		this.current = undefined;
		this.waitCount = 0;
		this.nextAt = this.clock.now();
	}

	/** A start was turned away, so the next one waits. */
	delay(start: OpenStart, hasLimitFallen: boolean, isIdle: boolean, retryAfterMs: number): void {
		const now = this.clock.now();
		this.slowestTurnAwayMs = Math.max(this.slowestTurnAwayMs / 2, now - start.sentAt);
		if (hasLimitFallen) this.waitCount = 1;
		else if (this.mayBe(start)) this.waitCount++;
		this.current = undefined;
		this.nextAt = now + this.computeWait(isIdle, retryAfterMs);
	}

	/** The first wait after the limit fell is a backoff: the limit itself waits for the Retry-After. Later ones outlast it. */
	private computeWait(isIdle: boolean, retryAfterMs: number): number {
		const waitNumber = Math.ceil(this.waitCount / PROBES_PER_BACKOFF);
		const maxMs = isIdle ? MAX_IDLE_WAIT_MS : MAX_WAIT_MS;
		const backoffMs = computeBackoff(waitNumber, this.clock.random(), maxMs);
		if (this.waitCount === 1) return backoffMs;
		// Others may come just when the Retry-After is over, each time. So the probe leaves some time after it.
		if (isIdle) return retryAfterMs + backoffMs;
		return Math.min(MAX_WAIT_MS, Math.max(backoffMs, WAIT_IN_RETRY_AFTERS * retryAfterMs));
	}
}
