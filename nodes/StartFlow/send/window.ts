import type { Load } from '../outcome/table';

/**
 * How many requests of one run may be in flight at once, found by trying: how long answers take, and how many flows fail. The
 * size doubles with each round while answers take no longer (TCP Vegas compares times, too). It halves after a slow round, and
 * after a round with too many failed flows. After failures, it doubles up to half of the size that failed, and then grows by
 * one a round (RFC 5681). What the service turns away is the business of `ServiceLimit`.
 */
export interface Window {
	readonly size: number;
	/** The option Concurrency. `size` may be larger at first, or after a previous run with a higher Concurrency. */
	readonly concurrency: number;
	/** Half of the size at which too many flows failed. Infinity at first. */
	readonly slowStartLimit: number;
	/** The number of the round's first request. Answers to earlier ones are ignored, because they had another size. */
	readonly roundStart: number;
	/** Of the successes of this round. */
	readonly timesMs: readonly number[];
	/** Failed flows among the first `minAnswers` requests of the round: see `updateWindow`. */
	readonly failureCount: number;
	/** How long an answer takes when the size is not too large. */
	readonly normalMs: number;
	/** Whether the size was halved because of failures, and no round has gone well since. */
	readonly hasJustFailed: boolean;
	/** Whether this run has found out anything about the size. */
	readonly hasNews: boolean;
}

/** Few enough for any service, so slow rounds do not halve this size or a smaller one. */
const FIRST_WINDOW_SIZE = 10;

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
 * @param concurrency The option Concurrency: a whole number, at least 1.
 * @param previous The window of a previous run, if there is one.
 */
export function openWindow(concurrency: number, previous?: Window): Window {
	return {
		size: previous?.size ?? FIRST_WINDOW_SIZE,
		concurrency,
		slowStartLimit: previous?.slowStartLimit ?? Infinity,
		roundStart: 0,
		timesMs: [],
		failureCount: 0,
		normalMs: previous?.normalMs ?? Infinity,
		hasJustFailed: false,
		hasNews: false,
	};
}

/** How many requests may be in flight. */
export function getRoom({ size, concurrency }: Window): number {
	return Math.min(size, concurrency);
}

interface EndedRequest {
	load: Load;
	requestNumber: number;
	sentSoFar: number;
	timeMs: number;
}

export function updateWindow(
	window: Window,
	{ load, requestNumber, sentSoFar, timeMs }: EndedRequest,
): Window {
	if (load !== 'success' && load !== 'flowFailed') return window;
	if (requestNumber < window.roundStart) return window;
	// Half a window of answers is enough, so a round does not wait for the slowest ones.
	const room = getRoom(window);
	const minAnswers = Math.max(Math.min(MIN_ROUND_ANSWERS, room), room / 2);
	let { timesMs, failureCount } = window;
	if (load === 'success') {
		timesMs = [...timesMs, Math.max(MIN_COUNTED_TIME_MS, timeMs)];
	} else if (requestNumber < window.roundStart + minAnswers) {
		// Failures may come back sooner than successes. So only those among the first requests of a round are counted.
		failureCount += 1;
	}
	if (failureCount > MAX_FAILURE_SHARE * minAnswers + MAX_CHANCE_FAILURES) {
		return startRound(halve(window), sentSoFar);
	}
	if (timesMs.length + failureCount < minAnswers) return { ...window, timesMs, failureCount };
	// A round without a success says nothing about times.
	const nextWindow = timesMs.length > 0 ? endRound(window, findMedian(timesMs)) : window;
	return startRound(nextWindow, sentSoFar);
}

function startRound(window: Window, sentSoFar: number): Window {
	return { ...window, roundStart: sentSoFar, timesMs: [], failureCount: 0 };
}

function halve(window: Window): Window {
	const size = Math.max(1, Math.floor(getRoom(window) / 2));
	// If the previous halving did not help, the reason is not the size. Perhaps the service is down.
	const slowStartLimit = window.hasJustFailed ? Infinity : size;
	// If Concurrency is lower, this says nothing about the size.
	const hasNews = window.hasNews || window.size <= window.concurrency;
	return { ...window, size, slowStartLimit, hasJustFailed: true, hasNews };
}

function endRound(window: Window, medianMs: number): Window {
	// Concurrency is lower, so the round says nothing about the size.
	if (window.size > window.concurrency) return window;
	const { size, normalMs } = window;
	// A run begins while the service has nothing to do, so its first answers come sooner than later ones.
	if (window.roundStart === 0 && size > FIRST_WINDOW_SIZE) return window;
	const measured = { ...window, hasJustFailed: false, hasNews: true };
	if (medianMs < SLOW_FACTOR * normalMs) {
		return { ...measured, size: grow(window), normalMs: Math.min(normalMs, medianMs) };
	}
	const halfSize = Math.min(size, Math.max(FIRST_WINDOW_SIZE, Math.floor(size / 2)));
	// If half of the size does not shorten the median, the load was not the reason: this is how long the flows take now.
	return { ...measured, size: halfSize, normalMs: medianMs };
}

function grow({ size, concurrency, slowStartLimit }: Window): number {
	const grown = size < slowStartLimit ? Math.min(2 * size, slowStartLimit) : size + 1;
	return Math.min(concurrency, grown);
}

function findMedian(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
