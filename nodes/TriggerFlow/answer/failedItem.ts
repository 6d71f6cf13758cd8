import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { isTool, markFailedItem } from '../n8n/internals';
import { toSingleText } from '../shared/failure';
import type { FailedStart } from '../start/itemStart';

export function createFailedItem(
	node: INode,
	start: FailedStart,
	itemIndex: number,
): INodeExecutionData {
	const json = failedItemJson(node, start);
	const item = { json, pairedItem: { item: itemIndex } };
	return node.onError === 'continueErrorOutput' ? markFailedItem(item, json.error) : item;
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
