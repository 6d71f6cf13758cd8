import type { IExecuteFunctions } from 'n8n-workflow';

import type { FlowCredential } from '../credential/flowCredential';
import { logFault } from '../n8n/run';
import { createNotSentFailure, type Failure } from '../outcome/outcomes';
import { findFirstText } from '../shared/json';
import { declareMasked, maskPieces, maskText } from '../shared/mask';
import { FAULT_ADVICE, isFault, toUserError } from '../shared/userError';
import type { RefusedStart, ShownItem } from '../start/itemStart';

/** What was read of an item. A refused item is shown with it. */
interface ItemParts {
	credential?: FlowCredential;
	slug?: string;
	/** The item is named by the first text or number in it. */
	labelSource?: unknown;
}

/** Refuses an item. A bug of the node is not the person's fault, so its cause goes into n8n's log. */
export function createRefusedStart(
	n8n: IExecuteFunctions,
	thrown: unknown,
	parts: ItemParts = {},
): RefusedStart {
	const accessToken = parts.credential?.accessToken;
	const isNodeFault = isFault(thrown);
	if (isNodeFault) logFault(n8n, thrown, accessToken);
	const failure = isNodeFault ? PREPARATION_FAULT : createNotSentFailure(toUserError(thrown));
	return {
		kind: 'refused',
		...showItem(parts),
		attempts: 0,
		// The message may quote a part of a token in the slug or the context.
		failure: accessToken ? maskPieces(failure, accessToken) : declareMasked(failure),
		isFromPreviousRun: false,
	};
}

export function showItem({ credential, slug = '', labelSource }: ItemParts): ShownItem {
	const mask = (text: string) =>
		credential ? maskText(text, credential.accessToken) : declareMasked(text);
	return {
		shownSlug: mask(slug),
		environment: credential?.environment,
		findLabel: () => mask(findFirstText(labelSource)),
	};
}

const PREPARATION_FAULT: Failure = {
	outcome: 'notSent',
	message: 'The node itself failed while it prepared this item: nothing was sent',
	advice: FAULT_ADVICE,
};
