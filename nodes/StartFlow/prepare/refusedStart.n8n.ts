import type { IExecuteFunctions } from 'n8n-workflow';

import { logFault } from '../n8n/run';
import { createNotSentFailure, type Failure } from '../outcome/outcomes';
import { declareMasked, maskPieces } from '../shared/mask';
import { FAULT_ADVICE, isFault, toUserError } from '../shared/userError';
import { createShownItem, type ItemParts, type RefusedStart } from '../start/itemStart';

/** Refuses an item. A bug of the node is not the person's fault, so its cause goes into n8n's log. */
export function createRefusedStart(
	n8n: IExecuteFunctions,
	thrown: unknown,
	parts: ItemParts = {},
): RefusedStart {
	const { credential, slug, isItemRead = false } = parts;
	const accessToken = credential?.accessToken;
	const isNodeFault = isFault(thrown);
	if (isNodeFault) logFault(n8n, thrown, accessToken);
	const failure = isNodeFault
		? PREPARATION_FAULT
		: createNotSentFailure(toUserError(thrown), isItemRead);
	return {
		kind: 'refused',
		...createShownItem(parts),
		target: credential && slug ? { baseUrl: credential.baseUrl, slug } : undefined,
		attempts: 0,
		// The message may quote a part of a token in the slug or the context.
		failure: accessToken ? maskPieces(failure, accessToken) : declareMasked(failure),
		isFromPreviousRun: false,
	};
}

const PREPARATION_FAULT: Failure = {
	outcome: 'notSent',
	message: 'The node itself failed while it prepared this item: nothing was sent',
	advice: FAULT_ADVICE,
};
