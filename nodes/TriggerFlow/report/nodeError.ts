import { NodeApiError, NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';

import { runIndexOf } from '../memory/nodeMemory';
import { asOneText, type Failure } from '../shared/failure';
import type { ItemStart, RunResult } from '../start/itemStart';
import { isDirectCall, isTool } from '../tool/agentCall';
import {
	environmentsOf,
	failuresToTell,
	headlineOf,
	withItem,
	howToStartTheRest,
	reportOf,
	reportOfFailure,
} from './report';

/** Whether a failed start is an item; else it ends the run with an error. */
export function goesOnAfterFailure(context: IExecuteFunctions): boolean {
	return context.continueOnFail() || isDirectCall(context);
}

/** The error for the first item that could not be prepared: nothing is sent then. */
export function errorAtMistake(context: IExecuteFunctions, starts: ItemStart[]): Error | undefined {
	const [first] = failuresToTell(starts);
	if (first === undefined) return undefined;
	const [itemIndex, failure] = first;
	// What another execution may have started says that by itself.
	const isMistake = failure.outcome === 'notSent';
	const sentences = [
		failure.description,
		isMistake &&
			starts.length > 1 &&
			'Nor was anything sent for another item: all are checked first.',
		isMistake &&
			isLaterRound(context) &&
			`Rounds before this one may have started flows. ${howToStartTheRest(executionName(context))}`,
	];
	const description = sentences.filter(Boolean).join(' ');
	const message = starts.length > 1 ? withItem(failure.message, itemIndex) : failure.message;
	return nodeError(context, { ...failure, message, description }, itemIndex);
}

/** The error of a run that a failed start has ended. */
export function errorOfRun(context: IExecuteFunctions, run: RunResult): Error | undefined {
	const [first, ...others] = failuresToTell(run.starts);
	if (first === undefined) return undefined;
	const [itemIndex, failure] = first;
	const environment = environmentsOf(run.starts.slice(itemIndex, itemIndex + 1));
	const isRound = isLaterRound(context);
	const whole = isRound ? 'This round' : isOneOfMany(context) && 'All items';
	const report = whole ? ` ${whole}: ${reportOfFailure(run, executionName(context), isRound)}` : '';
	const told = others.map(([index, { message }]) => ` ${withItem(message, index)}.`).join('');
	// Here, because a hint is not saved with an error. What the service said ends the description: behind
	// it, this would look like a part of that.
	const description = `Environment: ${environment}.${report}${told} ${failure.description}`.trim();
	const message = headlineOf(run, itemIndex, failure.message);
	return nodeError(context, { ...failure, message, description }, itemIndex);
}

/** The execution as the person finds it in n8n: that of a sub-workflow is not the one they look at. */
function executionName(context: IExecuteFunctions): string {
	const execution = `execution ${context.getExecutionId()}`;
	if (context.getMode() !== 'integrated') return execution;
	return `${execution} of the sub-workflow "${context.getWorkflow().name}"`;
}

/** Whether the node has run before in this execution, as in a loop. What a model calls has no rounds. */
function isLaterRound(context: IExecuteFunctions): boolean {
	return runIndexOf(context) > 0 && !isTool(context.getNode());
}

function isOneOfMany(context: IExecuteFunctions): boolean {
	return context.getInputData().length > 1;
}

/** A failure as the error that n8n shows in its panel, for the item that it happened to. */
function nodeError(context: IExecuteFunctions, failure: Failure, itemIndex: number): Error {
	const node = context.getNode();
	// A model is shown one part and nothing else: by newer versions of n8n the message, by older ones the
	// description, and there not of a NodeApiError.
	const forModel = isTool(node) ? asOneText(failure) : undefined;
	const message = forModel ?? failure.message;
	const description = forModel ?? failure.description;
	// Versions of n8n that do not know `failure` leave it be.
	const options = { message, description, itemIndex, failure: failure.cause };
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
