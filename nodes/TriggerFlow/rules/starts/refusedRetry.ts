import type { Failure } from '../errors/failure';
import { ADVICE } from '../outcome/describeFailure';

/**
 * What another execution has started, and what it has not, only a person can tell.
 *
 * @param heir The execution that the other one was retried as, where its name is known.
 */
export function retriedBefore(execution: string, heir: string | undefined): Failure {
	const newer = heir === undefined ? 'another execution' : `execution ${heir}`;
	return {
		outcome: 'unknown',
		message: `Execution ${execution} was retried before, as ${newer}, so nothing was sent: the flow may have started there`,
		description: `Look at ${heir === undefined ? 'the newest execution of this workflow' : newer}. If it has failed, retry that one; if it went well, its output says what was started. In any other case, look ${BY_HAND}`,
	};
}

/**
 * The input of a Retry is what n8n has stored in the place of the item, while it waited.
 *
 * @param slug As it may be shown.
 */
export function callsBackElsewhere(slug: string, execution: string): Failure {
	return {
		outcome: 'noCallback',
		message: `The flow "${slug}" was started in execution ${execution} and calls back there, so nothing was sent again`,
		description: `${ADVICE.noCallback} To start it again on purpose, run the workflow anew.`,
	};
}

/** Version 0.1.0 kept what it had started in a form of its own. */
export function savedByOldVersion(): Failure {
	return {
		outcome: 'unknown',
		message:
			'An earlier version of the node has saved this execution, and its record of starts cannot be read any more: the flow may have started',
		description: `Look ${BY_HAND}`,
	};
}

const BY_HAND =
	'in the integration platform which flows have run, and run the workflow anew with the other items.';
