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

/**
 * Why a start failed, in the words that n8n has for it since 2.40 (n8n-workflow,
 * `errors/failure.d.ts`). Others of n8n's programs act on it, so it is only said where it is certain.
 */
export interface FailureCause {
	/** The first two: the service is there and will take starts later. */
	cause:
		| 'rate-limited'
		| 'temporarily-unavailable'
		| 'credential-invalid'
		| 'configuration-invalid';
	/** The wait that the service asked for, in ms. */
	retryAfterMs?: number;
}

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
	 * @param failureCause In n8n's words, where it has some.
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly failureCause?: FailureCause,
	) {
		super(message);
		this.name = 'NotSentError';
	}
}

/**
 * Whatever was thrown before anything was sent, as a NotSentError: a rule's own one, or one of
 * n8n's, which have a message and often a description.
 */
export function notSentError(thrown: unknown, cause?: FailureCause): NotSentError {
	if (thrown instanceof NotSentError && cause === undefined) return thrown;
	const { message, description } = (thrown ?? {}) as { message?: string; description?: unknown };
	return new NotSentError(
		message ?? String(thrown),
		typeof description === 'string' ? description : '',
		cause,
	);
}

/** A failure or a mistake where there is room for one text. */
export function asOneText({
	message,
	description,
}: Pick<Failure, 'message' | 'description'>): string {
	return `${message}. ${description}`.trim();
}

/** The same mistake, with the field in which it is ahead of it. */
export function mistakeIn(field: string, mistake: unknown): NotSentError {
	const { message, description } = notSentError(mistake);
	return new NotSentError(`${field}: ${message}`, description);
}

/** The failure of an item for which nothing was sent. */
export function notSent(thrown: unknown, cause?: FailureCause): Failure {
	const { message, description, failureCause } = notSentError(thrown, cause);
	return {
		outcome: 'notSent',
		message,
		description: `${description} Nothing was sent for this item.`.trim(),
		...(failureCause && { cause: failureCause }),
	};
}
