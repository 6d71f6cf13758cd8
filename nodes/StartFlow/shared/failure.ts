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

/** JavaScript's own errors, by their names: n8n's expressions have classes of their own. */
const FAULTS = [
	'TypeError',
	'RangeError',
	'ReferenceError',
	'SyntaxError',
	'URIError',
	'EvalError',
];

/** Whether what was thrown is a bug, and not an error for people. n8n's errors, and those of its database, say what is wrong. */
export function isFault(thrown: unknown): boolean {
	const { name, message } = (thrown ?? {}) as { name?: string; message?: unknown };
	return typeof message !== 'string' || FAULTS.includes(String(name));
}

export function toSingleText({ message, description }: { message: string; description: string }) {
	return `${message}. ${description}`.trim();
}
