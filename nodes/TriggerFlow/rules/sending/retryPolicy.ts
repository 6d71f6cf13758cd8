import type { Outcome } from '../errors/failure';

/** Which starts are tried again, and how often. */
export interface RetryPolicy {
	/** Further tries of one start, at most. */
	maxRetries: number;
	/** Whether a start whose outcome is unknown may be sent again: the flow is safe to start twice. */
	retryUnknown: boolean;
}

/** Whether a start that ended so may be sent again at all: never where it could start it twice. */
export function isSafeToRetry(outcome: Outcome, { retryUnknown }: RetryPolicy): boolean {
	return outcome === 'notStarted' || (outcome === 'unknown' && retryUnknown);
}
