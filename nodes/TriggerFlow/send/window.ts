/**
 * How many requests may be in flight at once, found by trying. The size doubles with each round while answers take
 * no longer than in the best round, as in TCP Vegas. Where they go on taking longer, it halves. When the service gets
 * too many starts, it halves at once. Then it grows as in TCP after a loss (RFC 5681): it doubles up to the slow-start
 * limit, which is half of the size that was too much, and then grows by one a round. A window never changes: each
 * function returns another one.
 */
export interface Window {
	/** It may be above `maxSize`, which then counts: a lower Concurrency does not change what is known. */
	size: number;
	maxSize: number;
	/** Infinity if no size was too much, or if the size has grown past it. */
	slowStartLimit: number;
	/** Only answers to requests from this number on count: earlier ones were sent under another size. */
	roundStart: number;
	/** Of the successes of this round. */
	timesMs: readonly number[];
	/** How many flows failed of the round's first requests, as many as a round needs answers. */
	failureCount: number;
	/** A round failed at this size. If another one does, the size was too much: the first may have had bad items. */
	failedSize: number;
	/** The shortest median of a round so far. */
	bestMedianMs: number;
	/** Set if the last round did not let the window grow. */
	lastSlowRound: { step: 'held' | 'halved'; medianMs: number } | undefined;
	/** Whether no round has gone well since the last halving. */
	wasHalved: boolean;
	/** Whether this run has found out anything about the size. */
	hasNews: boolean;
}

/** Few enough for any service. */
const FIRST_SIZE = 10;

/** A round needs so many answers, unless the window is smaller. */
const MIN_ROUND_ANSWERS = 10;

/** Answers that take longer do not make the window smaller than this. */
const MIN_SIZE_WHEN_SLOW = 10;

/** A larger share of failures in a round is not the fault of single flows. */
const MAX_FAILURE_SHARE = 1 / 4;

/** In a small round, a few more flows may fail by chance. */
const CHANCE_FAILURES = 3;

/** Shorter times differ by the work of n8n itself, and not of the service. */
const MIN_TIME_MS = 10;

/** A round took longer from so many times the best median on. netflix/concurrency-limits tolerates as much. */
const LONGER_FACTOR = 1.5;

/** Half the load takes half the time. If it takes more than this share, the load was not the reason. */
const SHORTER_FACTOR = 0.75;

/** @param maxSize The option Concurrency: a whole number, at least 1. */
export function openWindow(maxSize: number): Window {
	return {
		size: FIRST_SIZE,
		maxSize,
		slowStartLimit: Infinity,
		roundStart: 0,
		timesMs: [],
		failureCount: 0,
		failedSize: Infinity,
		bestMedianMs: Infinity,
		lastSlowRound: undefined,
		wasHalved: false,
		hasNews: false,
	};
}

/** How many requests may be in flight now. */
export function countPlaces({ size, maxSize }: Window): number {
	return Math.min(size, maxSize);
}

/** What an attempt says of the load of the service. `neutral` says nothing. */
export type Load = 'success' | 'tooMuch' | 'flowFailed' | 'neutral';

interface EndedRequest {
	load: Load;
	/** Its place in the order of sending, from 0. */
	requestNumber: number;
	sentSoFar: number;
	timeMs: number;
}

export function updateWindow(
	window: Window,
	{ load, requestNumber, sentSoFar, timeMs }: EndedRequest,
): Window {
	if (load === 'neutral' || requestNumber < window.roundStart) return window;
	if (load === 'tooMuch') return halve(window, true, sentSoFar);
	// Half a window of answers is enough for a round, so it does not wait for the slowest ones.
	const places = countPlaces(window);
	const minAnswers = Math.max(Math.min(MIN_ROUND_ANSWERS, places), places / 2);
	let { timesMs, failureCount } = window;
	if (load === 'success') timesMs = [...timesMs, Math.max(MIN_TIME_MS, timeMs)];
	// Failures may be quicker than answers. Of the first requests, their share is the same all the same.
	else if (requestNumber < window.roundStart + minAnswers) failureCount += 1;
	if (failureCount > MAX_FAILURE_SHARE * minAnswers + CHANCE_FAILURES) {
		return halve(window, window.size >= window.failedSize, sentSoFar);
	}
	if (timesMs.length + failureCount < minAnswers) return { ...window, timesMs, failureCount };
	const ended = timesMs.length > 0 ? endRound(window, findMedian(timesMs)) : window;
	return startRound(ended, sentSoFar);
}

function startRound(window: Window, sentSoFar: number): Window {
	return { ...window, roundStart: sentSoFar, timesMs: [], failureCount: 0 };
}

function halve(window: Window, isTooMuch: boolean, sentSoFar: number): Window {
	const half = countPlaces(window) / 2;
	const size = Math.max(1, Math.floor(half));
	const limit = isTooMuch ? half : window.slowStartLimit;
	// Halving did not help, so the service is down, and no size is too much.
	const slowStartLimit = window.wasHalved ? Infinity : limit;
	const failedSize = isTooMuch ? Infinity : window.size;
	const news = {
		size,
		slowStartLimit,
		failedSize,
		lastSlowRound: undefined,
		wasHalved: true,
		hasNews: true,
	};
	return startRound({ ...window, ...news }, sentSoFar);
}

/**
 * A slow round may have had other items, so the window halves only after the second one. If that shortens nothing, the
 * load was not the reason: this is how long the flows take now.
 */
function endRound(window: Window, medianMs: number): Window {
	// Below its size, the window learns nothing about it.
	if (window.size > window.maxSize) return window;
	const { size, lastSlowRound } = window;
	const wasInVain =
		lastSlowRound?.step === 'halved' && medianMs > SHORTER_FACTOR * lastSlowRound.medianMs;
	const bestMedianMs = wasInVain ? medianMs : Math.min(window.bestMedianMs, medianMs);
	const known = { ...window, bestMedianMs, wasHalved: false, hasNews: true };
	if (medianMs < LONGER_FACTOR * bestMedianMs) return { ...grow(known), lastSlowRound: undefined };
	if (lastSlowRound?.step !== 'held') {
		return { ...known, lastSlowRound: { step: 'held', medianMs } };
	}
	const halfSize = Math.min(size, Math.max(MIN_SIZE_WHEN_SLOW, Math.floor(size / 2)));
	return { ...known, size: halfSize, lastSlowRound: { step: 'halved', medianMs } };
}

function grow(window: Window): Window {
	const { size, maxSize, slowStartLimit, failedSize } = window;
	const grown =
		size + 1 > slowStartLimit ? size + 1 : Math.floor(Math.min(2 * size, slowStartLimit));
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
