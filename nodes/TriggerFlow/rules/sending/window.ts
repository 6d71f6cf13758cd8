import { isSuccess, type Attempt } from '../outcome/attempt';
import { outcomeOfError } from '../outcome/outcome';

/**
 * How many requests may be under way at once, found by trying, as TCP finds its own window
 * (RFC 5681): it begins small, grows with success, and halves when the service is overloaded.
 * Immutable: every change gives a new one.
 */
export interface Window {
	/** How many requests may be under way now. */
	size: number;
	/** The most that may ever be. */
	limit: number;
	/** Successes since the size last changed, counted once the service has been overloaded. */
	successes: number;
	/** Requests with a lower number were sent before the last halving and do not halve again. */
	round: number;
	/** Whether the service has been overloaded in this run: from then on growth is slow. */
	isCareful: boolean;
}

const FIRST_SIZE = 5;

/** @param limit At least 1. */
export function openWindow(limit: number): Window {
	const whole = Math.max(1, Math.floor(limit) || 1);
	return {
		size: Math.min(FIRST_SIZE, whole),
		limit: whole,
		successes: 0,
		round: 0,
		isCareful: false,
	};
}

/** What a request came to, as far as the window is concerned. */
export type Load = 'success' | 'overload' | 'neutral';

/**
 * The window after a request came back. A success makes it grow by one, so that it doubles with
 * each round; once the service has been overloaded, by one a round. An overload halves it, once
 * for all requests that were sent before it was noticed.
 *
 * @param number The request's own number, counted from 0 in the order of sending.
 * @param sent How many requests have been sent so far.
 */
export function afterAnswer(window: Window, load: Load, number: number, sent: number): Window {
	if (load === 'success') return grown(window);
	if (load === 'overload' && number >= window.round) {
		const size = Math.max(1, Math.floor(window.size / 2));
		return { ...window, size, successes: 0, round: sent, isCareful: true };
	}
	return window;
}

function grown(window: Window): Window {
	if (window.size >= window.limit) return window;
	if (!window.isCareful) return { ...window, size: window.size + 1 };
	const successes = window.successes + 1;
	return successes < window.size
		? { ...window, successes }
		: { ...window, size: window.size + 1, successes: 0 };
}

/**
 * A service that turns starts away (429, 503) or fails (other 5xx, time-out, broken connection) is
 * overloaded. A refusal for any other reason says nothing about its load.
 */
export function loadOf(attempt: Attempt): Load {
	if ('error' in attempt) {
		return outcomeOfError(attempt.error) === 'unknown' ? 'overload' : 'neutral';
	}
	const { statusCode } = attempt.answer;
	if (isSuccess(attempt.answer)) return 'success';
	return statusCode === 429 || statusCode >= 500 ? 'overload' : 'neutral';
}
