import { NodeApiError, NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import type { Failure } from '../rules/errors/failure';
import { reportOf } from '../rules/sending/report';
import type { RunResult } from '../rules/sending/startAll';
import { isTool, toldToModel } from './tool';

/**
 * A failure as the error that n8n shows in its panel, for the item that it happened to.
 *
 * @param run What the whole run came to, where something was sent: a hint is not saved with an
 * error, so it stands in the description.
 */
export function nodeError(
	context: IExecuteFunctions,
	failure: Failure,
	itemIndex: number,
	run?: { environment: string; report: string },
): Error {
	const { statusCode } = failure;
	const isOneOfMany = context.getInputData().length > 1;
	// n8n's panel hides the index among "Other info". Counted from 0, as n8n does there.
	const title = isOneOfMany ? `${failure.message} [item ${itemIndex}]` : failure.message;
	// What the service said ends the description: behind it, this would look like a part of that.
	const description = [
		run === undefined ? '' : whereAndHowMany(run, isOneOfMany),
		failure.description,
	]
		.filter((part) => part !== '')
		.join(' ');

	const node = withoutPastedText(context.getNode());
	// Versions of n8n that do not know `failure` leave it be.
	const known = { itemIndex, failure: failure.cause };
	if (isTool(node))
		return toolError(node, toldToModel({ ...failure, message: title, description }), known);
	const options = { message: title, description, ...known };
	const error =
		statusCode === undefined
			? new NodeOperationError(node, title, options)
			: new NodeApiError(node, { message: title }, { ...options, httpCode: String(statusCode) });
	// n8n rewrites messages that contain a word such as ENOENT: a slug may be called that.
	error.message = title;
	return error;
}

/**
 * An error that a model can act on: it is shown one part and nothing else, by newer versions of n8n
 * the message, by older ones the description, and there not of a NodeApiError.
 */
function toolError(
	node: INode,
	text: string,
	known: { itemIndex: number; failure: Failure['cause'] },
): Error {
	const error = new NodeOperationError(node, text, known);
	error.message = text;
	error.description = text;
	return error;
}

function whereAndHowMany(
	run: { environment: string; report: string },
	isOneOfMany: boolean,
): string {
	const where = `Environment: ${run.environment}.`;
	return isOneOfMany ? `${where} All items: ${run.report}` : where;
}

/** The error of a run that a person has stopped. n8n saves nothing of it. */
export function stoppedError(context: IExecuteFunctions, run: RunResult): Error {
	const node = withoutPastedText(context.getNode());
	return new NodeOperationError(node, `The run was stopped: ${reportOf(run)}`);
}

/** n8n saves the node with its error: a token that was pasted into the request must not go there. */
function withoutPastedText(node: INode): INode {
	return { ...node, parameters: { ...node.parameters, startEventRequest: '' } };
}
