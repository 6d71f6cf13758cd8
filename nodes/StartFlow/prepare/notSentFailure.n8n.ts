import type { IExecuteFunctions } from 'n8n-workflow';

import { logFault } from '../n8n/run';
import { createNotSentFailure, type Failure } from '../outcome/failure';
import { isFault, toNotSentError } from '../shared/failure';

/** The failure of an item that could not be prepared. A bug of the node is not the person's fault, so its cause goes into n8n's log. */
export function toNotSentFailure(
	n8n: IExecuteFunctions,
	thrown: unknown,
	accessToken?: string,
): Failure {
	if (isFault(thrown)) {
		logFault(n8n, thrown, accessToken);
		return PREPARATION_FAULT;
	}
	return createNotSentFailure(toNotSentError(thrown));
}

const PREPARATION_FAULT: Failure = {
	outcome: 'notSent',
	message: 'The node itself failed while it prepared this item: nothing was sent',
	description: "The cause is in n8n's log. Please report it to the maintainers of the node.",
};
