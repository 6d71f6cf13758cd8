/**
 * What became of a start that gave no answer.
 *
 * - `notSent`: refused here, before anything was sent.
 * - `notStarted`: sent or tried, and certainly not started.
 * - `rejected`: the service answered that it will not start it.
 * - `unknown`: it may have started; starting it again may start it twice.
 */
export type Outcome = 'notSent' | 'notStarted' | 'rejected' | 'unknown';

/**
 * Why a start failed, in the words that n8n has for it since 2.40 (n8n-workflow,
 * `errors/failure.d.ts`). Others of n8n's programs act on it, so it is only said where it is certain.
 */
export type FailureCause =
	| {
			/** The service is there and will take starts later. */
			cause: 'rate-limited' | 'temporarily-unavailable';
			/** The wait that the service asked for, in ms. */
			retryAfterMs?: number;
	  }
	| { cause: 'credential-invalid' | 'configuration-invalid' };

/** A start that gave no answer, told to a person. */
export interface Failure {
	outcome: Outcome;
	/** One line a person can act on: what happened, and whether the flow may have started. */
	message: string;
	/** What to do next. */
	description: string;
	statusCode?: number;
	/** What the service said, as JSON where it is that, else as text; the token masked. */
	body?: string | number | boolean | object | null;
	/** In n8n's words, where it has some: for programs, not for people. */
	cause?: FailureCause;
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
export function notSent(thrown: unknown, cause?: FailureCause): Failure {
	const { message, description } = notSentError(thrown);
	return {
		outcome: 'notSent',
		message,
		description: `${description} Nothing was sent for this item.`.trim(),
		...(cause === undefined ? {} : { cause }),
	};
}
