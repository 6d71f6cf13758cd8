import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { runIndexOf } from '../memory/nodeMemory';
import { asOneText } from '../shared/failure';
import type { RunResult } from '../start/itemStart';
import { isDirectCall, isTool } from '../tool/tool';
import { environmentsOf, firstFailure, headlineOf, howToStartTheRest, reportOf } from './report';

/** Whether a failed start is an item; else it ends the run with an error. */
export function continuesOnFailure(context: IExecuteFunctions): boolean {
	return context.continueOnFail() || isDirectCall(context);
}

/** The error of a run that a failed start has ended, or an item that could not be prepared. */
export function errorOf(context: IExecuteFunctions, run: RunResult): Error | undefined {
	const first = firstFailure(run.starts);
	if (first === undefined) return undefined;
	const { itemIndex, failure, attempts } = first;
	// It says itself what to do, and counts nothing.
	const isRefusedRetry = attempts === 0 && failure.outcome !== 'notSent';
	const node = context.getNode();
	// A model knows nothing of items and rounds.
	const isLaterRound = runIndexOf(context) > 0 && !isTool(node);
	const environment = environmentsOf(run.starts.slice(itemIndex, itemIndex + 1));
	// Here, because a hint is not saved with an error. What the service said ends the description.
	const sentences = [
		environment && `Environment: ${environment}.`,
		!isRefusedRetry && run.starts.length > 1 && `This try: ${reportOf(run)}.`,
		!isRefusedRetry && howToStartTheRest(run, context.getExecutionId(), isLaterRound),
		failure.description,
	];
	const description = sentences.filter(Boolean).join(' ');
	const message = headlineOf(run, itemIndex, failure.message);

	// n8n shows a model either the message or the description, and the latter not of a NodeApiError.
	const forModel = isTool(node) ? asOneText({ message, description }) : undefined;
	const options = { message: forModel ?? message, description: forModel ?? description, itemIndex };
	const { statusCode } = failure;
	const error =
		statusCode === undefined || forModel !== undefined
			? new NodeOperationError(node, options.message, options)
			: new NodeApiError(node, { message }, { ...options, httpCode: String(statusCode) });
	// n8n rewrites messages that contain a word such as ENOENT: a slug may be called that.
	error.message = options.message;
	return error;
}

/**
 * The error of a run that a person has stopped, or the workflow's own time-out. By the word "canceled" n8n
 * tells it from a run that has failed.
 */
export function stoppedError(context: IExecuteFunctions, run: RunResult): Error {
	return new NodeOperationError(context.getNode(), `The run was canceled: ${reportOf(run)}`);
}
