import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { previewRequest } from '../request/startRequest';
import { asOneText } from '../shared/failure';
import type { JsonObject } from '../shared/json';
import { mapYielding } from '../shared/yielding';
import {
	failed,
	NOT_BEGUN,
	type AnsweredStart,
	type FailedStart,
	type ItemStart,
} from '../start/itemStart';
import { isTool } from '../tool/tool';
import { notKept, readAnswer, type ReadAnswer } from './readAnswer';
import { toItems } from './toItems';

/** What comes out of a run that goes on after failures, or has none: in input order. */
export async function outputItems(
	context: IExecuteFunctions,
	starts: ItemStart[],
): Promise<INodeExecutionData[]> {
	const failedItem = failedItems(context);
	const output = await mapYielding(starts, async (start, item) => {
		if (start.kind === 'answered') return await answerItems(context, start, item);
		// Where the node goes on, an item is not left out because the run has ended before its turn.
		return [failedItem(start.kind === 'failed' ? start : failed(start, 0, NOT_BEGUN), item)];
	});
	return output.flat();
}

export async function previewItems(
	context: IExecuteFunctions,
	starts: ItemStart[],
): Promise<INodeExecutionData[]> {
	const failedItem = failedItems(context);
	return await mapYielding(starts, (start, item) =>
		start.kind === 'ready'
			? { json: previewRequest(start, start.credential) as IDataObject, pairedItem: { item } }
			: failedItem(start as FailedStart, item),
	);
}

/** A flow's answer as items, each paired with the input item that started the flow. */
async function answerItems(
	context: IExecuteFunctions,
	{ answer, ready: { credential, options } }: AnsweredStart,
	item: number,
): Promise<INodeExecutionData[]> {
	const input = context.getInputData()[item]?.json as JsonObject;
	const read = readAnswer(answer, credential.accessToken, options.responseFormat);
	return await toOutputItems(context, read, item, (what) => toItems(what, answer, options, input));
}

/** An answer as items, paired with an input item, its file in n8n's storage. */
export async function toOutputItems(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'> | Pick<IWebhookFunctions, 'helpers'>,
	read: ReadAnswer,
	item: number,
	toJson: (read: ReadAnswer) => JsonObject[],
): Promise<INodeExecutionData[]> {
	const itemsOf = (what: ReadAnswer, binary?: IBinaryKeyData) =>
		toJson(what).map((json) => ({
			json: json as IDataObject,
			pairedItem: { item },
			...(binary && { binary }),
		}));
	if (read.kind !== 'file') return itemsOf(read);
	try {
		const data = await helpers.prepareBinaryData(read.bytes, read.fileName, read.mimeType);
		return itemsOf(read, { data });
	} catch (error) {
		// n8n's storage is full, or takes no file of this size. The flow has started all the same.
		return itemsOf(notKept(error));
	}
}

function failedItems(
	context: IExecuteFunctions,
): (start: FailedStart, item: number) => INodeExecutionData {
	const node = context.getNode();
	return (start, item) => {
		const json = failedJson(node, start);
		const output = { json, pairedItem: { item } };
		if (node.onError !== 'continueErrorOutput') return output;
		// n8n up to 2.20 knows a failed item by `error`, which would replace `details` by a bare message. Where it
		// is not enumerable, n8n reads it, then copies the item without it.
		return Object.defineProperty(output, 'error', { value: new Error(json.error), writable: true });
	};
}

export function failedJson(node: INode, { failure, slug, attempts }: FailedStart) {
	const { outcome, statusCode, body } = failure;
	const details: IDataObject = { outcome, slug, attempts };
	if (statusCode !== undefined) details.statusCode = statusCode;
	if (body !== undefined) details.body = body;
	// n8n shows a model one text and nothing else.
	return { error: isTool(node) ? asOneText(failure) : failure.message, details };
}
