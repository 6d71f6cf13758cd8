import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

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
import { hasFailed, type RunResult } from '../start/itemStart';
import { createErrorText } from './errorText';

/** Throws the error of a run that was stopped or that a failure ends, unless the node continues on errors. */
export function throwIfFailed(
	n8n: IExecuteFunctions,
	run: RunResult,
	{ isPreview } = { isPreview: false },
): void {
	if (continuesOnFailure(n8n)) return;
	if (isStopped(n8n)) throw new NodeOperationError(n8n.getNode(), CANCELED_MESSAGE);
	const error = createNodeError(n8n, run, isPreview);
	if (error !== undefined) throw error;
}

function createNodeError(
	n8n: IExecuteFunctions,
	run: RunResult,
	isPreview: boolean,
): Error | undefined {
	const failed = run.starts.filter(hasFailed);
	// Failures of this run come before those of a previous one.
	const start = failed.find((one) => !one.isFromPreviousRun) ?? failed[0];
	if (start === undefined) return undefined;
	const { failure } = start;
	const itemIndex = run.starts.indexOf(start);
	const node = n8n.getNode();
	if (isTool(node)) {
		// n8n shows a model the description, if there is one, and not the message.
		const text = replaceAngleBrackets(describeForModel(failure));
		return setErrorMessage(new NodeOperationError(node, text, { itemIndex }), text);
	}
	const text = createErrorText(run, start, {
		executionId: getExecutionId(n8n),
		isLaterRound: getRoundIndex(n8n) > 0,
		isPreview,
	});
	const options = { ...text, itemIndex };
	const error =
		failure.statusCode === undefined
			? new NodeOperationError(node, text.message, options)
			: new NodeApiError(node, options, { ...options, httpCode: String(failure.statusCode) });
	return setErrorMessage(error, text.message);
}
