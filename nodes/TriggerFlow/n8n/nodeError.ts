import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import type { Failure } from '../rules/errors/failure';

/** A failure as the error that n8n shows in its panel, for the item that it happened to. */
export function nodeError(node: INode, failure: Failure, itemIndex: number): Error {
	const { message, description, statusCode } = failure;
	const error =
		statusCode === undefined
			? new NodeOperationError(node, message, { description, itemIndex })
			: new NodeApiError(
					node,
					{ message },
					{
						message,
						description,
						itemIndex,
						httpCode: String(statusCode),
					},
				);
	// n8n rewrites messages that contain a word such as ENOENT: a slug may be called that.
	error.message = message;
	return error;
}
