import { NotSentError } from '../../nodes/TriggerFlow/shared/failure';

/**
 * The refusal that `run` ends with. Fails when it ends well, with anything but a refusal, or with one
 * that is not written as all of them are.
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
	throw new Error(`Nothing was refused: ${String(result)}`);
}

/** All that a refusal shows to a person or writes to a log. */
export function textOfRefusal({ message, description, stack }: NotSentError): string {
	return [message, description, stack].join('\n');
}
