import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { HttpAnswer } from '../http/attempt';
import { mapYielding } from '../n8n/sleep';
import type { JsonObject } from '../shared/json';
import { RUN_ENDED_BEFORE_TURN, toFailedStart, type ItemStart } from '../start/itemStart';
import { createPreview } from '../start/startRequest';
import { createFailedItem } from './failedItem';
import { createStorageWarning, readAnswer, type AnswerContent } from './readAnswer';
import { toItems, type AnswerLayout } from './toItems';

/** Turns the starts of a run or of a preview into items, in input order. It is called only if no failure ends the run. */
export async function toOutputItems(
	n8n: IExecuteFunctions,
	starts: ItemStart[],
): Promise<INodeExecutionData[]> {
	const node = n8n.getNode();
	const output = await mapYielding(starts, async (start, itemIndex) => {
		const input = n8n.getInputData()[itemIndex]?.json;
		if (start.kind === 'answered') {
			const { answer, ready } = start;
			const { accessToken } = ready.credential;
			const itemOptions = { itemIndex, input: input as JsonObject, layout: ready.options };
			return await createAnswerItems(n8n, answer, accessToken, itemOptions);
		}
		if (start.kind === 'ready' && node.parameters.operation === 'preview') {
			const json = createPreview(start, start.credential) as IDataObject;
			return [{ json, pairedItem: { item: itemIndex } }];
		}
		// No item is left out, also if the run ended before its turn.
		const failedStart =
			start.kind === 'failed' ? start : toFailedStart(start, 0, RUN_ENDED_BEFORE_TURN);
		return [createFailedItem(node, failedStart, itemIndex, input)];
	});
	return output.flat();
}

/** How the items of an answer are built, and to which input item they belong. See `toItems`. */
interface AnswerItemOptions {
	itemIndex: number;
	input: JsonObject;
	layout: AnswerLayout;
	callback?: { startResponse?: JsonObject };
}

/** Turns an answer into items, and stores its file. */
export async function createAnswerItems(
	{ helpers }: IExecuteFunctions | IWebhookFunctions,
	answer: HttpAnswer,
	accessToken: string,
	{ itemIndex, input, layout, callback }: AnswerItemOptions,
): Promise<INodeExecutionData[]> {
	const createItems = (content: AnswerContent, binary?: IBinaryKeyData) =>
		toItems(content, answer, layout, input, callback).map((json) => ({
			json: json as IDataObject,
			pairedItem: { item: itemIndex },
			...(binary && { binary }),
		}));
	const content = readAnswer(answer, accessToken, layout.responseFormat);
	if (content.kind !== 'file') return createItems(content);
	try {
		const data = await helpers.prepareBinaryData(content.bytes, content.fileName, content.mimeType);
		return createItems(content, { data });
	} catch (error) {
		// The flow has started all the same.
		return createItems(createStorageWarning(error));
	}
}
