/**
 * What became of a start that gave no answer.
 *
 * - `notSent`: refused here, before anything was sent.
 * - `notStarted`: sent or tried, and certainly not started.
 * - `rejected`: the service answered that it will not start it.
 * - `unknown`: it may have started; starting it again may start it twice.
 */
export type Outcome = 'notSent' | 'notStarted' | 'rejected' | 'unknown';

/** A start that gave no answer, told to a person. */
export interface Failure {
	outcome: Outcome;
	/** One line a person can act on: what happened, and whether the flow may have started. */
	message: string;
	/** What to do next. */
	description: string;
	statusCode?: number;
	/** What the service said, as text, the token masked, cut to a readable length. */
	body?: string;
}

/** Bad input that a rule found: nothing has been sent for this item. */
export class NotSentError extends Error {
	/**
	 * @param message One line: what is wrong, and where.
	 * @param description What was expected and what to do next.
	 */
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
		this.name = 'NotSentError';
	}
}

/**
 * Whatever was thrown before anything was sent, as a NotSentError: a rule's own one, or one of
 * n8n's, which have a message and often a description.
 */
export function notSentError(thrown: unknown): NotSentError {
	if (thrown instanceof NotSentError) return thrown;
	const { message, description } = (thrown ?? {}) as { message?: string; description?: unknown };
	return new NotSentError(
		message ?? String(thrown),
		typeof description === 'string' ? description : '',
	);
}

/** The failure of an item for which nothing was sent. */
export function notSent(thrown: unknown): Failure {
	const { message, description } = notSentError(thrown);
	return {
		outcome: 'notSent',
		message,
		description: `${description} Nothing was sent for this item.`.trim(),
	};
}
