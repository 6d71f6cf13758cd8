import { NotSentError, notSent, notSentError, type Failure } from '../errors/failure';
import { ADVICE } from '../outcome/describeFailure';

/** What the other Retry has started, and what it has not, only a person can tell. */
export function retriedBefore(execution: string): Failure {
	return {
		outcome: 'unknown',
		message: `Execution ${execution} was retried before, so nothing was sent: the flow may have started there`,
		description:
			'Retry the newer execution instead. If that one was stopped, run the workflow again with the items that are left.',
	};
}

/** n8n did not say whether an execution was retried before. */
export function uncheckedRetry(execution: string, error: unknown): Failure {
	return notSent(
		new NotSentError(
			`n8n could not check whether execution ${execution} was retried before`,
			`Retry it again later. Technical reason: ${notSentError(error).message}`,
		),
	);
}

/**
 * The input of a Retry is what n8n has stored in place of the item, while it waited.
 *
 * @param slug As it may be shown.
 */
export function callsBackElsewhere(slug: string, execution: string): Failure {
	return {
		outcome: 'noCallback',
		message: `The flow "${slug}" was started in execution ${execution} and calls back there, so nothing was sent again`,
		description: `${ADVICE.noCallback} To start it again on purpose, run the workflow again.`,
	};
}
