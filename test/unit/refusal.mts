import { NotSentError } from '../../nodes/StartFlow/shared/failure';

/**
 * Returns the NotSentError that `run` throws. Fails when `run` throws nothing or another error, or when
 * the message and description do not follow the rules for all of them.
 */
export function refusalOf(run: () => unknown): NotSentError {
	let result: unknown;
	try {
		result = run();
	} catch (error) {
		if (!(error instanceof NotSentError)) throw error;
		expect(error.message).toMatch(/^[^\n]*[^\n.]$/);
		expect(error.description).toMatch(/^[^\n]+\.$/);
		return error;
	}
	throw new Error(`Nothing was thrown: ${String(result)}`);
}

/** Everything of the error that a person or a log may show. */
export function textOfRefusal({ message, description, stack }: NotSentError): string {
	return [message, description, stack].join('\n');
}
