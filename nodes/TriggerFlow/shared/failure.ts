/**
 * What became of a start that gave no answer, or no callback.
 *
 * - `notSent`: refused here, before anything was sent.
 * - `notStarted`: certainly not started, whether it was sent or its turn never came.
 * - `rejected`: the service answered that it will not start it.
 * - `unknown`: it may have started; starting it again may start it twice.
 * - `noCallback`: it was started, and no callback came in time.
 */
export type Outcome = 'notSent' | 'notStarted' | 'rejected' | 'unknown' | 'noCallback';

/** A failed start, in words for a person. */
export interface Failure {
	outcome: Outcome;
	/** One line a person can act on: what happened, and whether the flow may have started. */
	message: string;
	description: string;
	statusCode?: number;
	/** What the service said, as JSON where it is JSON, else as text; the token masked. */
	body?: string | number | boolean | object | null;
}

/** Bad input that a check found: nothing has been sent for this item. */
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

/** Whatever was thrown before anything was sent. n8n's errors often have a description, too. */
export function notSentError(thrown: unknown): NotSentError {
	if (thrown instanceof NotSentError) return thrown;
	const { message, description } = (thrown ?? {}) as { message?: string; description?: unknown };
	return new NotSentError(
		message ?? String(thrown),
		typeof description === 'string' ? description : '',
	);
}

/** The same mistake, with the name of its field in front. */
export function mistakeIn(field: string, mistake: unknown): NotSentError {
	const { message, description } = notSentError(mistake);
	return new NotSentError(`${field}: ${message}`, description);
}

export function notSent(thrown: unknown): Failure {
	const { message, description } = notSentError(thrown);
	return {
		outcome: 'notSent',
		message,
		description: `${description} Nothing was sent for this item.`.trim(),
	};
}

/** A failure or a mistake where there is room for one text. */
export function asOneText(said: Pick<Failure, 'message' | 'description'>): string {
	return `${said.message}. ${said.description}`.trim();
}
