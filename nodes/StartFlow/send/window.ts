/**
 * How many requests may be in flight at once, found by trying. The size doubles with each round while the median time stays
 * below `SLOW_FACTOR` times the best one (TCP Vegas compares times, too). It halves after two slow rounds, after a round with
 * too many failed flows, and at once when the service gets too many starts. After too many starts, or two failed rounds, half of
 * it becomes the slow-start limit: the size doubles up to it, and then grows by one a round (RFC 5681). Immutable.
 */
export interface Window {
	size: number;
	/** The option Concurrency. `size` may be larger at first, or after a previous run with a higher Concurrency. */
	maxSize: number;
	/** Half of the size that was too much. Infinity if no size is known to be: see `halve` and `grow`. */
	slowStartLimit: number;
	/** The number of the round's first request. Answers to earlier ones are ignored, because they had another size. */
	roundStart: number;
	/** Of the successes of this round. */
	timesMs: readonly number[];
	/** Failed flows among the first `minAnswers` requests of the round: see `updateWindow`. */
	failureCount: number;
	/** The size at which a round failed, or Infinity. If a round fails again after the window has grown back, the size is too much. */
	failedSize: number;
	bestMedianMs: number;
	/** Set if the last round did not let the window grow. */
	lastSlowRound: { step: 'held' | 'halved'; medianMs: number } | undefined;
	/** Whether the size was halved because of an overload or failures, and no round has measured this size since. */
	hasJustFailed: boolean;
	/** Whether this run has found out anything about the size. */
	hasNews: boolean;
}

/** Few enough for any service, so slow rounds do not halve this size or a smaller one. */
const FIRST_WINDOW_SIZE = 10;

/** A round needs half a window of answers, but at least this many, or a full window if that is smaller. */
const MIN_ROUND_ANSWERS = 10;

/** A larger share of failures in a round is not the fault of single flows. */
const MAX_FAILURE_SHARE = 1 / 4;

/** In a small round, a few more flows may fail by chance. */
const MAX_CHANCE_FAILURES = 3;

/** Shorter times differ by the work of n8n itself, and not of the service. */
const MIN_COUNTED_TIME_MS = 10;

/** A round is slow if its median is at least this many times the best one. netflix/concurrency-limits tolerates as much. */
const SLOW_FACTOR = 1.5;

/** If the load was the reason, halving it shortens the median, ideally to half. Above this share, it was not the reason. */
const MAX_MEDIAN_SHARE_AFTER_HALVING = 0.75;

/** @param maxSize The option Concurrency: a whole number, at least 1. */
export function openWindow(maxSize: number): Window {
	return {
		size: FIRST_WINDOW_SIZE,
		maxSize,
		slowStartLimit: Infinity,
		roundStart: 0,
		timesMs: [],
		failureCount: 0,
		failedSize: Infinity,
		bestMedianMs: Infinity,
		lastSlowRound: undefined,
		hasJustFailed: false,
		hasNews: false,
	};
}

export function countSlots({ size, maxSize }: Window): number {
	return Math.min(size, maxSize);
}

/** What an attempt says of the load of the service. `neutral` says nothing. */
export type Load = 'success' | 'tooMuch' | 'flowFailed' | 'neutral';

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
	if (load === 'neutral' || requestNumber < window.roundStart) return window;
	if (load === 'tooMuch') return startRound(halve(window, 'tooMuch'), sentSoFar);
	// Half a window of answers is enough, so a round does not wait for the slowest ones.
	const slots = countSlots(window);
	const minAnswers = Math.max(Math.min(MIN_ROUND_ANSWERS, slots), slots / 2);
	let { timesMs, failureCount } = window;
	if (load === 'success') {
		timesMs = [...timesMs, Math.max(MIN_COUNTED_TIME_MS, timeMs)];
	} else if (requestNumber < window.roundStart + minAnswers) {
		// Failures may come back sooner than successes. So only those among the first requests of a round are counted.
		failureCount += 1;
	}
	if (failureCount > MAX_FAILURE_SHARE * minAnswers + MAX_CHANCE_FAILURES) {
		return startRound(halve(window, 'failedRound'), sentSoFar);
	}
	if (timesMs.length + failureCount < minAnswers) return { ...window, timesMs, failureCount };
	// A round without a success says nothing about times.
	const nextWindow = timesMs.length > 0 ? endRound(window, findMedian(timesMs)) : window;
	return startRound(nextWindow, sentSoFar);
}

function startRound(window: Window, sentSoFar: number): Window {
	return { ...window, roundStart: sentSoFar, timesMs: [], failureCount: 0 };
}

function halve(window: Window, reason: 'tooMuch' | 'failedRound'): Window {
	// One failed round may be due to its items. A second one at this size, or at a larger one, is due to the size.
	const isTooMuch = reason === 'tooMuch' || window.size >= window.failedSize;
	const size = Math.max(1, Math.floor(countSlots(window) / 2));
	const limit = isTooMuch ? size : window.slowStartLimit;
	return {
		...window,
		size,
		// The previous halving did not help either, so the reason is not the size. Perhaps the service is down.
		slowStartLimit: window.hasJustFailed ? Infinity : limit,
		failedSize: isTooMuch ? Infinity : window.size,
		lastSlowRound: undefined,
		hasJustFailed: true,
		hasNews: true,
	};
}

/**
 * One slow round may be due to its items, so the window halves only after the second one. If halving does not shorten the
 * median, the load was not the reason: this is how long the flows take now.
 */
function endRound(window: Window, medianMs: number): Window {
	// Concurrency is lower, so the round says nothing about the size.
	if (window.size > window.maxSize) return window;
	const { size, lastSlowRound } = window;
	const halvingDidNotHelp =
		lastSlowRound?.step === 'halved' &&
		medianMs > MAX_MEDIAN_SHARE_AFTER_HALVING * lastSlowRound.medianMs;
	const bestMedianMs = halvingDidNotHelp ? medianMs : Math.min(window.bestMedianMs, medianMs);
	const updated = { ...window, bestMedianMs, hasJustFailed: false, hasNews: true };
	if (medianMs < SLOW_FACTOR * bestMedianMs) return { ...grow(updated), lastSlowRound: undefined };
	if (lastSlowRound?.step !== 'held') {
		return { ...updated, lastSlowRound: { step: 'held', medianMs } };
	}
	const halfSize = Math.min(size, Math.max(FIRST_WINDOW_SIZE, Math.floor(size / 2)));
	return { ...updated, size: halfSize, lastSlowRound: { step: 'halved', medianMs } };
}

function grow(window: Window): Window {
	const { size, maxSize, slowStartLimit, failedSize } = window;
	const grown = size < slowStartLimit ? Math.min(2 * size, slowStartLimit) : size + 1;
	// A whole round above the size that was too much has gone well.
	const isPastLimit = size > 2 * slowStartLimit;
	return {
		...window,
		size: Math.min(maxSize, grown),
		slowStartLimit: isPastLimit ? Infinity : slowStartLimit,
		failedSize: size >= failedSize ? Infinity : failedSize,
	};
}

function findMedian(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
