import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { createErrorBranchItem, isTool } from '../n8n/internals';
import { toSingleText } from '../shared/userError';
import {
	getAttempts,
	getFailure,
	getMaskedSlug,
	type FailedItem,
	type UntriedStart,
} from '../start/itemStart';

/** @param input The `json` of the input item. Items on the error branch get its fields. */
export function createFailedItem(
	node: INode,
	start: FailedItem | UntriedStart,
	itemIndex: number,
	input: IDataObject = {},
): INodeExecutionData {
	const json = failedItemJson(node, start);
	if (node.onError !== 'continueErrorOutput') return { json, pairedItem: { item: itemIndex } };
	return createErrorBranchItem({ ...input, ...json }, itemIndex);
}

/** The `json` of a failed start's item, which users rely on. */
export function failedItemJson(node: INode, start: FailedItem | UntriedStart) {
	const failure = getFailure(start);
	const { outcome, statusCode, body } = failure;
	const attempts = getAttempts(start);
	const details: IDataObject = { outcome, slug: getMaskedSlug(start), attempts };
	if (statusCode !== undefined) details.statusCode = statusCode;
	if (body !== undefined) details.body = body;
	// n8n shows a model only one text.
	return { error: isTool(node) ? toSingleText(failure) : failure.message, details };
}
