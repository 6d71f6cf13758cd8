import { NodeApiError, NodeOperationError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import type { Failure } from '../rules/errors/failure';

/** A failure as the error that n8n shows in its panel, for the item that it happened to. */
export function nodeError(context: IExecuteFunctions, failure: Failure, itemIndex: number): Error {
	const { description, statusCode } = failure;
	const isOneOfMany = context.getInputData().length > 1;
	// n8n's panel hides the index among "Other info". Counted from 0, as n8n does there.
	const message = isOneOfMany ? `${failure.message} [item ${itemIndex}]` : failure.message;

	const node = withoutPastedText(context.getNode());
	const options = { message, description, itemIndex };
	const error =
		statusCode === undefined
			? new NodeOperationError(node, message, options)
			: new NodeApiError(node, { message }, { ...options, httpCode: String(statusCode) });
	// n8n rewrites messages that contain a word such as ENOENT: a slug may be called that.
	error.message = message;
	return error;
}

/** n8n saves the node with its error: a token that was pasted into the request must not go there. */
function withoutPastedText(node: INode): INode {
	return { ...node, parameters: { ...node.parameters, startEventRequest: '' } };
}
