import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { mapYielding } from '../n8n/sleep';
import type { JsonObject } from '../shared/json';
import {
	RUN_ENDED_BEFORE_TURN,
	toFailedStart,
	type AnsweredStart,
	type FailedStart,
	type ItemStart,
} from '../start/itemStart';
import { createPreview } from '../start/startRequest';
import { createFailedItem } from './failedItem';
import { createStorageWarning, readAnswer, type ReadAnswer } from './readAnswer';
import { toItems } from './toItems';

/** Turns the starts of a run that is not ended by a failure into items, in input order. */
export async function toOutputItems(
	n8n: IExecuteFunctions,
	starts: ItemStart[],
): Promise<INodeExecutionData[]> {
	const node = n8n.getNode();
	const output = await mapYielding(starts, async (start, itemIndex) => {
		if (start.kind === 'answered') return await toAnswerItems(n8n, start, itemIndex);
		// No item is left out, also if the run ended before its turn.
		const failedStart =
			start.kind === 'failed' ? start : toFailedStart(start, 0, RUN_ENDED_BEFORE_TURN);
		return [createFailedItem(node, failedStart, itemIndex)];
	});
	return output.flat();
}

export async function toPreviewItems(
	n8n: IExecuteFunctions,
	starts: ItemStart[],
): Promise<INodeExecutionData[]> {
	const node = n8n.getNode();
	return await mapYielding(starts, (start, itemIndex) => {
		if (start.kind !== 'ready') return createFailedItem(node, start as FailedStart, itemIndex);
		const json = createPreview(start, start.credential) as IDataObject;
		return { json, pairedItem: { item: itemIndex } };
	});
}

async function toAnswerItems(
	n8n: IExecuteFunctions,
	{ answer, ready: { credential, options } }: AnsweredStart,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const input = n8n.getInputData()[itemIndex]?.json as JsonObject;
	const read = readAnswer(answer, credential.accessToken, options.responseFormat);
	return await createAnswerItems(n8n, read, itemIndex, (stored) =>
		toItems(stored, answer, options, input),
	);
}

/** Turns an answer into items, and stores its file. @param toJson Makes the `json` of the items. */
export async function createAnswerItems(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'> | Pick<IWebhookFunctions, 'helpers'>,
	read: ReadAnswer,
	itemIndex: number,
	toJson: (read: ReadAnswer) => JsonObject[],
): Promise<INodeExecutionData[]> {
	const createItems = (stored: ReadAnswer, binary?: IBinaryKeyData) =>
		toJson(stored).map((json) => ({
			json: json as IDataObject,
			pairedItem: { item: itemIndex },
			...(binary && { binary }),
		}));
	if (read.kind !== 'file') return createItems(read);
	try {
		const data = await helpers.prepareBinaryData(read.bytes, read.fileName, read.mimeType);
		return createItems(read, { data });
	} catch (error) {
		// The flow has started all the same.
		return createItems(createStorageWarning(error));
	}
}
