import { NotSentError } from '../../../nodes/TriggerFlow/rules/errors/failure';

/** The refusal that `run` ends with. Fails when it ends well, or with anything but a refusal. */
export function refusalOf(run: () => unknown): NotSentError {
	let result: unknown;
	try {
		result = run();
	} catch (error) {
		if (error instanceof NotSentError) return error;
		throw error;
	}
	throw new Error(`Nothing was refused: ${String(result)}`);
}

/** All that a refusal shows to a person or writes to a log. */
export function everythingSaid({ message, description, stack }: NotSentError): string {
	return [message, description, stack].join('\n');
}
