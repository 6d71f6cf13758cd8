import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { createDetails } from '../answer/toItems';
import type { FormState } from '../form/formMode';
import {
	CANCELED_MESSAGE,
	getExecutionId,
	getRoundIndex,
	isTool,
	setErrorMessage,
} from '../n8n/internals';
import { continuesOnFailure, isStopped } from '../n8n/run';
import { describeForModel } from '../outcome/outcomes';
import { replaceAngleBrackets } from '../shared/text';
import { hasFailed, type PreparedStart, type UnsuccessfulStart } from '../start/itemStart';
import type { Report } from './counts';
import { createErrorText, createPreviewErrorText, type ErrorText } from './errorText';

/** Throws the error of a run that was stopped or that a failure ends, unless the node continues on errors. */
export function throwIfFailed(n8n: IExecuteFunctions, report: Report): void {
	if (!endsWithFailure(n8n)) return;
	const failed = report.starts.filter(hasFailed);
	// Failures of this run come before those of a previous one.
	const start = failed.find((one) => !one.isFromPreviousRun) ?? failed[0];
	if (start === undefined) return;
	const place = { executionId: getExecutionId(n8n), isLaterRound: getRoundIndex(n8n) > 0 };
	throw createNodeError(n8n, report.starts, start, createErrorText(report, start, place));
}

/** Does the same for a preview. */
export function throwIfRefused(
	n8n: IExecuteFunctions,
	starts: readonly PreparedStart[],
	formState: FormState | undefined,
): void {
	if (!endsWithFailure(n8n)) return;
	const start = starts.find((one) => one.kind === 'refused');
	if (start === undefined) return;
	throw createNodeError(n8n, starts, start, createPreviewErrorText(starts, start, formState));
}

function endsWithFailure(n8n: IExecuteFunctions): boolean {
	if (continuesOnFailure(n8n)) return false;
	if (isStopped(n8n)) throw new NodeOperationError(n8n.getNode(), CANCELED_MESSAGE);
	return true;
}

function createNodeError(
	n8n: IExecuteFunctions,
	starts: readonly unknown[],
	start: UnsuccessfulStart,
	textForPeople: ErrorText,
): Error {
	const node = n8n.getNode();
	const { failure } = start;
	// n8n shows a model the description, if there is one, and not the message.
	const textForModel = { message: replaceAngleBrackets(describeForModel(failure)) };
	const text = isTool(node) ? textForModel : textForPeople;
	const options = { ...text, itemIndex: starts.indexOf(start) };
	const error =
		failure.statusCode === undefined || isTool(node)
			? new NodeOperationError(node, text.message, options)
			: new NodeApiError(node, options, { ...options, httpCode: String(failure.statusCode) });
	// n8n's editor shows this among the details of the error.
	error.context.data = createDetails(start);
	return setErrorMessage(error, text.message);
}
