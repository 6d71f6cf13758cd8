import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { runIndexOf } from '../memory/nodeMemory';
import { asOneText, type Failure } from '../shared/failure';
import type { ItemStart, RunResult } from '../start/itemStart';
import { isDirectCall, isTool } from '../tool/agentCall';
import {
	environmentsOf,
	failuresToTell,
	headlineOf,
	howToStartTheRest,
	reportOf,
	reportOfFailure,
	withItem,
} from './report';

/** Whether a failed start is an item; else it ends the run with an error. */
export function continuesOnFailure(context: IExecuteFunctions): boolean {
	return context.continueOnFail() || isDirectCall(context);
}

/** The error for the first item that could not be prepared: nothing is sent then. */
export function errorAtMistake(context: IExecuteFunctions, starts: ItemStart[]): Error | undefined {
	const [first] = failuresToTell(starts);
	if (first === undefined) return undefined;
	const [itemIndex, failure] = first;
	const isOneOfMany = starts.length > 1;
	// What another execution may have started says that by itself.
	const isMistake = failure.outcome === 'notSent';
	const isLaterRound = runIndexOf(context) > 0 && !isTool(context.getNode());
	const sentences = [
		failure.description,
		isMistake && isOneOfMany && 'All items are checked first, so nothing was sent for any of them.',
		isMistake &&
			isLaterRound &&
			`Earlier rounds may have started flows. ${howToStartTheRest(context.getExecutionId())}`,
	];
	const description = sentences.filter(Boolean).join(' ');
	const message = isOneOfMany ? withItem(failure.message, itemIndex) : failure.message;
	return nodeError(context, { ...failure, message, description }, itemIndex);
}

/** The error of a run that a failed start has ended. */
export function errorOfRun(context: IExecuteFunctions, run: RunResult): Error | undefined {
	const [first, ...others] = failuresToTell(run.starts);
	if (first === undefined) return undefined;
	const [itemIndex, failure] = first;
	const isOneOfMany = run.starts.length > 1 || runIndexOf(context) > 0;
	// Here, because a hint is not saved with an error. What the service said ends the description.
	const sentences = [
		`Environment: ${environmentsOf(run.starts.slice(itemIndex, itemIndex + 1))}.`,
		isOneOfMany && `All items: ${reportOfFailure(run, context.getExecutionId())}`,
		...others.map(([index, { message }]) => `${withItem(message, index)}.`),
		failure.description,
	];
	const description = sentences.filter(Boolean).join(' ');
	const message = headlineOf(run, itemIndex, failure.message);
	return nodeError(context, { ...failure, message, description }, itemIndex);
}

/** A failure as the error that n8n shows in its panel, for the item that it happened to. */
function nodeError(context: IExecuteFunctions, failure: Failure, itemIndex: number): Error {
	const node = context.getNode();
	// n8n shows a model either the message or the description, and the latter not of a NodeApiError.
	const forModel = isTool(node) ? asOneText(failure) : undefined;
	const message = forModel ?? failure.message;
	const options = { message, description: forModel ?? failure.description, itemIndex };
	const error =
		failure.statusCode === undefined || forModel !== undefined
			? new NodeOperationError(node, message, options)
			: new NodeApiError(node, { message }, { ...options, httpCode: String(failure.statusCode) });
	// n8n rewrites messages that contain a word such as ENOENT: a slug may be called that.
	error.message = message;
	return error;
}

/**
 * The error of a run that a person has stopped, or the workflow's own time-out. By the word "canceled" n8n
 * tells it from a run that has failed.
 */
export function stoppedError(context: IExecuteFunctions, run: RunResult): Error {
	return new NodeOperationError(context.getNode(), `The run was canceled: ${reportOf(run)}`);
}
