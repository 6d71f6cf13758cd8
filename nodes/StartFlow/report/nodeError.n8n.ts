import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { createDetails } from '../answer/toItems';
import { CANCELED_MESSAGE, isTool, setErrorMessage } from '../n8n/internals';
import { continuesOnFailure, isStopped } from '../n8n/run';
import { describeForModel } from '../outcome/outcomes';
import { replaceAngleBrackets } from '../shared/text';
import { hasFailure, type StartWithFailure } from '../start/itemStart';
import type { ErrorText } from './errorText';
import type { ReportedStart } from './hints';

/**
 * Throws the error of a run or a preview that was stopped or that a failure ends, unless the node continues on errors.
 * @param createText Says to people what the failure of a start means for all of them.
 */
export function throwIfFailed(
	n8n: IExecuteFunctions,
	starts: readonly ReportedStart[],
	createText: (start: StartWithFailure) => ErrorText,
	endedBy?: number,
): void {
	if (continuesOnFailure(n8n)) return;
	const node = n8n.getNode();
	if (isStopped(n8n)) throw new NodeOperationError(node, CANCELED_MESSAGE);
	const failed = starts.filter(hasFailure);
	// What ended the run comes first, and failures of this run come before those of a previous one.
	const ending = endedBy === undefined ? undefined : starts[endedBy];
	const start =
		failed.find((candidate) => candidate === ending) ??
		failed.find(({ isFromPreviousRun }) => !isFromPreviousRun) ??
		failed[0];
	if (start === undefined) return;
	const { failure } = start;
	// n8n shows a model the description, if there is one, and not the message.
	const textForModel = { message: replaceAngleBrackets(describeForModel(failure)) };
	const text = isTool(node) ? textForModel : createText(start);
	const options = { ...text, itemIndex: starts.indexOf(start) };
	const error =
		failure.statusCode === undefined || isTool(node)
			? new NodeOperationError(node, text.message, options)
			: new NodeApiError(node, options, { ...options, httpCode: String(failure.statusCode) });
	// n8n's editor shows this among the details of the error.
	error.context.data = createDetails(start);
	throw setErrorMessage(error, text.message);
}
