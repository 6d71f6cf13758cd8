import type { IExecuteFunctions } from 'n8n-workflow';

import { logFault } from '../n8n/run';
import { createNotSentFailure, type Failure } from '../outcome/failure';
import { declareMasked, maskParts, type Masked } from '../shared/mask';
import { isFault, toUserError } from '../shared/userError';

/** The failure of an item that could not be prepared. A bug of the node is not the person's fault, so its cause goes into n8n's log. */
export function toNotSentFailure(
	n8n: IExecuteFunctions,
	thrown: unknown,
	accessToken = '',
): Masked<Failure> {
	if (isFault(thrown)) {
		logFault(n8n, thrown, accessToken);
		return PREPARATION_FAULT;
	}
	const failure = createNotSentFailure(toUserError(thrown));
	// Slug or context may contain the token by mistake, and the message may quote them.
	return accessToken === '' ? declareMasked(failure) : maskParts(failure, accessToken);
}

const PREPARATION_FAULT = declareMasked<Failure>({
	outcome: 'notSent',
	message: 'The node itself failed while it prepared this item: nothing was sent',
	description: "The cause is in n8n's log. Please report it to the maintainers of the node.",
});
