/**
 * How many requests may be in flight at once, found by trying. The size doubles with each round while answers take
 * no longer than in the best round of this run, as in TCP Vegas. It halves when they go on taking longer. When the
 * service fails or turns starts away, the size halves at once, and from then on it grows by one a round, as
 * TCP does after a loss (RFC 5681). A window never changes: each function returns another one.
 */
export interface Window {
	size: number;
	maxSize: number;
	/** Whether the service was overloaded in this run. From then on, growth is slow. */
	isCareful: boolean;
	/** Only a request from this number on can halve the size: earlier ones were sent before the last halving. */
	halvedAt: number;
	/** The round counts answers to requests from this number on: earlier ones were sent under another size. */
	roundStart: number;
	timesMs: readonly number[];
	/** The shortest median of a round so far. */
	bestMedianMs: number;
	/** Set if the last round did not let the window grow. */
	lastSlowRound: { step: 'held' | 'halved'; medianMs: number } | undefined;
}

/** Few enough for any service. */
const FIRST_SIZE = 10;

/** A round needs so many answers for its median, unless the window is smaller. */
const MIN_ROUND_ANSWERS = 10;

/** Answers that take longer do not make the window smaller than this. */
const MIN_SIZE_WHEN_SLOW = 10;

/** Shorter times differ by the work of n8n itself, and not of the service. */
const MIN_TIME_MS = 10;

/** A round took longer from so many times the best median on. netflix/concurrency-limits tolerates as much. */
const LONGER_FACTOR = 1.5;

/** Half the load takes half the time. If it takes more than this share, the load was not the reason. */
const SHORTER_FACTOR = 0.75;

/** @param maxSize A whole number, at least 1. */
export function openWindow(maxSize: number): Window {
	return {
		size: Math.min(FIRST_SIZE, maxSize),
		maxSize,
		isCareful: false,
		halvedAt: 0,
		roundStart: 0,
		timesMs: [],
		bestMedianMs: Infinity,
		lastSlowRound: undefined,
	};
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
	const isOverload = load === 'tooMuch' || load === 'flowFailed';
	if (isOverload && requestNumber >= window.halvedAt) return halveAtOnce(window, sentSoFar);
	if (load !== 'success' || requestNumber < window.roundStart) return window;
	const timesMs = [...window.timesMs, Math.max(MIN_TIME_MS, timeMs)];
	// Half a window of answers is enough for a round, so it does not wait for the slowest ones.
	const minAnswers = Math.max(Math.min(MIN_ROUND_ANSWERS, window.size), window.size / 2);
	if (timesMs.length < minAnswers) return { ...window, timesMs };
	return { ...endRound(window, findMedian(timesMs)), roundStart: sentSoFar, timesMs: [] };
}

function halveAtOnce(window: Window, sentSoFar: number): Window {
	return {
		...window,
		size: Math.max(1, Math.floor(window.size / 2)),
		isCareful: true,
		halvedAt: sentSoFar,
		roundStart: sentSoFar,
		timesMs: [],
		lastSlowRound: undefined,
	};
}

/**
 * A slow round may have had other items, so the window halves only after the second one. If that shortens nothing, the load
 * was not the reason: this is how long the flows take now.
 */
function endRound(window: Window, medianMs: number): Window {
	const { size, maxSize, isCareful, lastSlowRound } = window;
	const wasInVain =
		lastSlowRound?.step === 'halved' && medianMs > SHORTER_FACTOR * lastSlowRound.medianMs;
	const bestMedianMs = wasInVain ? medianMs : Math.min(window.bestMedianMs, medianMs);
	if (medianMs < LONGER_FACTOR * bestMedianMs) {
		const grownSize = Math.min(maxSize, isCareful ? size + 1 : 2 * size);
		return { ...window, size: grownSize, bestMedianMs, lastSlowRound: undefined };
	}
	if (lastSlowRound?.step !== 'held') {
		return { ...window, bestMedianMs, lastSlowRound: { step: 'held', medianMs } };
	}
	const halfSize = Math.min(size, Math.max(MIN_SIZE_WHEN_SLOW, Math.floor(size / 2)));
	return { ...window, size: halfSize, bestMedianMs, lastSlowRound: { step: 'halved', medianMs } };
}

function findMedian(values: readonly number[]): number {
	return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
