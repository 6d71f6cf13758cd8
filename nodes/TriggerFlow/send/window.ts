import { isSuccess, type Attempt } from '../http/attempt';
import { classify } from '../outcome/table';
import { askedToWait } from '../outcome/retry';

/**
 * How many requests may be under way at once, found by trying. It doubles each round while answers take
 * no longer than the best round of this run, as TCP Vegas does, and halves when they go on taking longer.
 * A service that turns starts away or fails halves it at once, and from then on it grows by one a round, as
 * TCP does after a loss (RFC 5681). Immutable.
 */
export interface Window {
	size: number;
	limit: number;
	/** Whether the service has been overloaded in this run: from then on growth is slow. */
	isCareful: boolean;
	/** An overload counts from this number on: earlier requests were sent before the last halving. */
	halvedAt: number;
	/** The round counts answers from this number on: earlier requests were sent under another size. */
	since: number;
	/** How long each answer of this round took, in ms. */
	times: readonly number[];
	/** The shortest median of a round so far, in ms. */
	best: number;
	/** What the last round led to where it did not let the window grow, and its median in ms. */
	last: { step: 'held' | 'halved'; time: number } | undefined;
}

/** Few enough for any service, and enough answers for a median. */
const FIRST_SIZE = 10;

/** Shorter times differ by what n8n itself has to do, not by the service. In ms. */
const LEAST_TIME = 10;

/** A round took longer from so many times the best on: what netflix/concurrency-limits tolerates. */
const LONGER = 1.5;

/** Half a window's load takes half the time. What takes more of it than this had another reason. */
const SHORTER = 0.75;

/** @param limit A whole number, at least 1. */
export function openWindow(limit: number): Window {
	return {
		size: Math.min(FIRST_SIZE, limit),
		limit,
		isCareful: false,
		halvedAt: 0,
		since: 0,
		times: [],
		best: Infinity,
		last: undefined,
	};
}

/** What a request came to, as far as the window is concerned. */
export type Load = 'success' | 'overload' | 'neutral';

interface Sample {
	load: Load;
	/** Its own number, counted from 0 in the order of sending. */
	number: number;
	sent: number;
	time: number;
}

/** The window after a request came back: each round of successes may change it, and each overload. */
export function afterAnswer(window: Window, { load, number, sent, time }: Sample): Window {
	if (load === 'overload' && number >= window.halvedAt) {
		const size = Math.max(1, Math.floor(window.size / 2));
		const round = { since: sent, times: [], last: undefined };
		return { ...window, size, isCareful: true, halvedAt: sent, ...round };
	}
	if (load !== 'success' || number < window.since) return window;
	const times = [...window.times, Math.max(LEAST_TIME, time)];
	// What goes out as the window widens is half of it: the round need not wait for the others, nor
	// for what takes its time.
	const enough = Math.max(Math.min(FIRST_SIZE, window.size), window.size / 2);
	if (times.length < enough) return { ...window, times };
	return { ...afterRound(window, median(times)), since: sent, times: [] };
}

/**
 * The window after a round. One that took longer may have had other items: only when the next one does
 * too does the window halve. When that shortens nothing, it was not for the load: this is how long the
 * flows take now.
 */
function afterRound(window: Window, time: number): Window {
	const { size, limit, isCareful, last } = window;
	const isForNothing = last?.step === 'halved' && time > SHORTER * last.time;
	const best = isForNothing ? time : Math.min(window.best, time);
	if (time < LONGER * best) {
		const grown = Math.min(limit, isCareful ? size + 1 : 2 * size);
		return { ...window, size: grown, best, last: undefined };
	}
	if (last?.step !== 'held') return { ...window, best, last: { step: 'held', time } };
	const half = Math.min(size, Math.max(FIRST_SIZE, Math.floor(size / 2)));
	return { ...window, size: half, best, last: { step: 'halved', time } };
}

function median(times: readonly number[]): number {
	return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** Whether a service that did not start a flow has too much to do, the table of what happened says. */
export function loadOf(attempt: Attempt): Load {
	if (attempt.answer && isSuccess(attempt.answer)) return 'success';
	// Only whether there is such a wait matters here, not how long it is.
	return classify(attempt, askedToWait(attempt, 0)).isOverload ? 'overload' : 'neutral';
}

/** In ms. After so long, the service may take more or less. */
const KEPT = 10 * 60_000;

const MOST_ADDRESSES = 100;

/** How far the windows of earlier runs came, by address: the next run to the same one begins there. */
export class WindowMemory {
	private readonly known = new Map<string, { window: Window; at: number }>();

	open(address: string, limit: number, now: number): Window {
		const known = this.known.get(address);
		const isFresh = known !== undefined && now - known.at < KEPT;
		const opened = openWindow(limit);
		if (!isFresh) return opened;
		const { size, best, isCareful } = known.window;
		// Below what was too much in the end.
		const begin = isCareful ? Math.max(1, Math.floor(0.75 * size)) : size;
		return { ...opened, size: Math.min(begin, limit), best, isCareful };
	}

	remember(address: string, window: Window, now: number): void {
		// Behind all others, so that the first one is the oldest.
		this.known.delete(address);
		this.known.set(address, { window, at: now });
		const [oldest] = this.known.keys();
		if (this.known.size > MOST_ADDRESSES && oldest !== undefined) this.known.delete(oldest);
	}
}
