import type { Load } from '../outcome/table';

/** Few enough for any service, so slow rounds do not halve this size or a smaller one. */
const FIRST_SIZE = 10;

/** A round ends after half a window of answers, but not before this many, or before a full window if that is smaller. */
const MIN_ROUND_ANSWERS = 10;

/** A larger share of failures in a round is not the fault of single flows. */
const MAX_FAILURE_SHARE = 1 / 4;

/** In a small round, a few more flows may fail by chance. */
const MAX_CHANCE_FAILURES = 3;

/** Shorter times differ by the work of n8n itself, and not of the service. */
const MIN_COUNTED_TIME_MS = 10;

/**
 * A round is slow if its median is at least this many times the normal one. Where the service already has all that it can
 * handle, a doubled size makes the median of the first half of its answers 1.5 times as long. The rest is for chance.
 */
const SLOW_FACTOR = 1.4;

/**
 * How many requests of one run may be in flight at once, found by trying: how long answers take, and how many flows fail. The
 * size doubles with each round while answers take no longer (TCP Vegas compares times, too). It halves after a slow round, and
 * after a round with too many failed flows. After failures, it doubles up to half of the size that failed, and then grows by
 * one a round (RFC 5681). What the service turns away is the business of `ServiceLimit`.
 */
export class Window {
	size: number;
	inFlight = 0;
	/** Whether this run has found out anything about the size. */
	hasNews = false;
	/** Half of the size at which too many flows failed. */
	private slowStartLimit: number;
	/** How long an answer takes when the size is not too large. */
	private normalMs: number;
	/** Whether the size was halved because of failures, and no round has gone well since. */
	private hasJustFailed = false;
	/** Where Concurrency is lower than what a previous run found out, the run finds out nothing about the size. */
	private readonly isCapped: boolean;

	private sentCount = 0;
	/** The number of the round's first request. Answers to earlier ones are ignored, because they had another size. */
	private roundStart = 0;
	/** Of the successes of this round. */
	private timesMs: number[] = [];
	/** Failed flows among the first requests of the round. */
	private failureCount = 0;

	/**
	 * @param concurrency The option Concurrency: a whole number, at least 1.
	 * @param previous The window of a previous run, if there is one.
	 */
	constructor(
		private readonly concurrency: number,
		previous?: Window,
	) {
		const size = previous?.size ?? FIRST_SIZE;
		this.size = Math.min(size, concurrency);
		this.isCapped = size > concurrency;
		this.slowStartLimit = previous?.slowStartLimit ?? Infinity;
		this.normalMs = previous?.normalMs ?? Infinity;
	}

	get hasRoom(): boolean {
		return this.inFlight < this.size;
	}

	/** @returns The number of the request in this run. */
	countSent(): number {
		return this.sentCount++;
	}

	learn(load: Load, requestNumber: number, timeMs: number): void {
		if (requestNumber < this.roundStart) return;
		// Half a window of answers is enough, so a round does not wait for the slowest ones.
		const minAnswers = Math.max(Math.min(MIN_ROUND_ANSWERS, this.size), this.size / 2);
		if (load === 'success') this.timesMs.push(Math.max(MIN_COUNTED_TIME_MS, timeMs));
		// Failures may come back sooner than successes. So only those among the first requests of a round are counted.
		const isAmongFirst = requestNumber < this.roundStart + minAnswers;
		if (load === 'flowFailed' && isAmongFirst) this.failureCount++;

		if (this.failureCount > MAX_FAILURE_SHARE * minAnswers + MAX_CHANCE_FAILURES) {
			this.halve();
		} else if (this.timesMs.length + this.failureCount < minAnswers) {
			return;
		} else if (this.timesMs.length > 0) {
			this.endRound(findMedian(this.timesMs));
		}
		this.roundStart = this.sentCount;
		this.timesMs = [];
		this.failureCount = 0;
	}

	private halve(): void {
		this.size = Math.max(1, Math.floor(this.size / 2));
		// If the previous halving did not help, the reason is not the size. Perhaps the service is down.
		this.slowStartLimit = this.hasJustFailed ? Infinity : this.size;
		this.hasJustFailed = true;
		this.hasNews = !this.isCapped;
	}

	private endRound(medianMs: number): void {
		// A run begins while the service has nothing to do, so its first answers come sooner than later ones.
		if (this.roundStart === 0 && this.size > FIRST_SIZE) return;
		this.hasJustFailed = false;
		this.hasNews = !this.isCapped;
		if (medianMs < SLOW_FACTOR * this.normalMs) {
			this.normalMs = Math.min(this.normalMs, medianMs);
			this.grow();
			return;
		}
		// If half of the size does not shorten the median, the load was not the reason: this is how long the flows take now.
		this.normalMs = medianMs;
		this.size = Math.min(this.size, Math.max(FIRST_SIZE, Math.floor(this.size / 2)));
	}

	private grow(): void {
		const { size, slowStartLimit } = this;
		const grown = size < slowStartLimit ? Math.min(2 * size, slowStartLimit) : size + 1;
		this.size = Math.min(this.concurrency, grown);
	}
}

function findMedian(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
