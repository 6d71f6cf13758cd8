import type { JsonValue } from '../shared/json';
import type { Outcome } from './outcomes';

/** How one start failed, in words for people. */
export interface Failure {
	outcome: Outcome;
	/** One line that a person can act on: what happened, and (unless nothing was sent) whether the flow may have started. */
	message: string;
	description: string;
	statusCode?: number;
	/** The body of the service's answer: JSON if it can be parsed, else text. */
	body?: JsonValue;
}

/** The failure of an item that the node refused. @param error What is wrong, and what to do. */
export function createNotSentFailure(error: { message: string; description: string }): Failure {
	return {
		outcome: 'notSent',
		message: error.message,
		description: `${error.description} Nothing was sent for this item.`.trim(),
	};
}
