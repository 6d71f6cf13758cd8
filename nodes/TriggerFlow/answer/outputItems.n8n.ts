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
import { createStorageWarning, readAnswer, type AnswerContent } from './readAnswer';
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
		return [createFailedItem(node, failedStart, itemIndex, n8n.getInputData()[itemIndex]?.json)];
	});
	return output.flat();
}

export async function toPreviewItems(
	n8n: IExecuteFunctions,
	starts: ItemStart[],
): Promise<INodeExecutionData[]> {
	const node = n8n.getNode();
	return await mapYielding(starts, (start, itemIndex) => {
		const input = n8n.getInputData()[itemIndex]?.json;
		if (start.kind !== 'ready') {
			return createFailedItem(node, start as FailedStart, itemIndex, input);
		}
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
	const content = readAnswer(answer, credential.accessToken, options.responseFormat);
	return await createAnswerItems(n8n, content, itemIndex, (stored) =>
		toItems(stored, answer, options, input),
	);
}

/** Turns an answer into items, and stores its file. @param toJson Makes the `json` of the items. */
export async function createAnswerItems(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'> | Pick<IWebhookFunctions, 'helpers'>,
	content: AnswerContent,
	itemIndex: number,
	toJson: (content: AnswerContent) => JsonObject[],
): Promise<INodeExecutionData[]> {
	const createItems = (stored: AnswerContent, binary?: IBinaryKeyData) =>
		toJson(stored).map((json) => ({
			json: json as IDataObject,
			pairedItem: { item: itemIndex },
			...(binary && { binary }),
		}));
	if (content.kind !== 'file') return createItems(content);
	try {
		const data = await helpers.prepareBinaryData(content.bytes, content.fileName, content.mimeType);
		return createItems(content, { data });
	} catch (error) {
		// The flow has started all the same.
		return createItems(createStorageWarning(error));
	}
}
