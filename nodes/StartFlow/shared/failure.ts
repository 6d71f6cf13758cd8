/**
 * How a start ended that got no 2xx, or no callback.
 *
 * - `notSent`: the node refused the item before it sent anything.
 * - `notStarted`: the flow definitely did not start. The request may have been sent or not.
 * - `rejected`: the service answered that it will not start the flow.
 * - `unknown`: the flow may have started. Another attempt may start it twice.
 * - `noCallback`: the flow started, but its callback did not come in time, or another execution waits for it.
 */
export type Outcome = 'notSent' | 'notStarted' | 'rejected' | 'unknown' | 'noCallback';

export interface Failure {
	outcome: Outcome;
	/** One line that a person can act on: what happened, and (unless nothing was sent) whether the flow may have started. */
	message: string;
	description: string;
	statusCode?: number;
	/** The body of the service's answer: JSON if it can be parsed, else text. The token is masked. */
	body?: string | number | boolean | object | null;
}

/** A check failed, mostly because of bad input, in a run or while the editor loads a list. Nothing has been sent. */
export class NotSentError extends Error {
	/** @param message One line: what is wrong, and where. @param description What to do next. */
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
		this.name = 'NotSentError';
	}
}

/** Turns whatever was thrown before anything was sent into one kind of error. n8n's errors have a description, too. */
export function toNotSentError(thrown: unknown): NotSentError {
	if (thrown instanceof NotSentError) return thrown;
	const { message, description } = (thrown ?? {}) as { message?: string; description?: unknown };
	const advice = typeof description === 'string' ? description : '';
	return new NotSentError(message ?? String(thrown), advice);
}

export function prefixError(prefix: string, thrown: unknown): NotSentError {
	const { message, description } = toNotSentError(thrown);
	return new NotSentError(`${prefix}: ${message}`, description);
}

export function toNotSentFailure(thrown: unknown): Failure {
	const { message, description } = toNotSentError(thrown);
	return {
		outcome: 'notSent',
		message,
		description: `${description} Nothing was sent for this item.`.trim(),
	};
}

export function toSingleText(failure: Pick<Failure, 'message' | 'description'>): string {
	return `${failure.message}. ${failure.description}`.trim();
}
