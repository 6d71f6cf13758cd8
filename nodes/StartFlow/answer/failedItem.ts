import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { isTool, createErrorBranchItem } from '../n8n/internals';
import { toSingleText } from '../shared/failure';
import type { FailedStart } from '../start/itemStart';

/** @param input The `json` of the input item. Items on the error branch get its fields. */
export function createFailedItem(
	node: INode,
	start: FailedStart,
	itemIndex: number,
	input: IDataObject = {},
): INodeExecutionData {
	const json = failedItemJson(node, start);
	if (node.onError !== 'continueErrorOutput') return { json, pairedItem: { item: itemIndex } };
	return createErrorBranchItem({ ...input, ...json }, itemIndex);
}

/** The `json` of a failed start's item, which users rely on. */
export function failedItemJson(node: INode, { failure, slug, attempts }: FailedStart) {
	const { outcome, statusCode, body } = failure;
	const details: IDataObject = { outcome, slug, attempts };
	if (statusCode !== undefined) details.statusCode = statusCode;
	if (body !== undefined) details.body = body;
	// n8n shows a model only one text.
	return { error: isTool(node) ? toSingleText(failure) : failure.message, details };
}
