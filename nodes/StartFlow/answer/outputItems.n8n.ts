import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { HttpAnswer } from '../http/attempt';
import { mapYielding } from '../n8n/sleep';
import { toNotSentError } from '../shared/failure';
import type { JsonObject, JsonValue } from '../shared/json';
import { RUN_ENDED_BEFORE_TURN, toFailedStart, type ItemStart } from '../start/itemStart';
import { createPreview } from '../start/startRequest';
import { createFailedItem } from './failedItem';
import { createWarning, readAnswer } from './readAnswer';
import { toItems, type ItemOptions } from './toItems';

/** Turns the starts of a run or of a preview into items, in input order. It is called only if no failure ends the run. */
export async function toOutputItems(
	n8n: IExecuteFunctions,
	starts: ItemStart[],
): Promise<INodeExecutionData[]> {
	const node = n8n.getNode();
	const output = await mapYielding(starts, async (start, itemIndex) => {
		const input = n8n.getInputData()[itemIndex]?.json;
		if (start.kind === 'answered') {
			const { options: layout, credential } = start.ready;
			const options = { layout, input: input as JsonObject };
			return await createAnswerItems(n8n, start.answer, credential.accessToken, itemIndex, options);
		}
		if (start.kind === 'ready' && node.parameters.operation === 'preview') {
			const json = createPreview(start) as IDataObject;
			return [{ json, pairedItem: { item: itemIndex } }];
		}
		// No item is left out, also if the run ended before its turn.
		const failedStart =
			start.kind === 'failed' ? start : toFailedStart(start, 0, RUN_ENDED_BEFORE_TURN);
		return [createFailedItem(node, failedStart, itemIndex, input)];
	});
	return output.flat();
}

/** Turns an answer into items, and stores its file. */
export async function createAnswerItems(
	{ helpers }: IExecuteFunctions | IWebhookFunctions,
	answer: HttpAnswer,
	accessToken: string,
	itemIndex: number,
	options: ItemOptions,
): Promise<INodeExecutionData[]> {
	const createItems = (content: JsonValue, binary?: IBinaryKeyData) =>
		toItems(content, answer, options).map((json) => ({
			json: json as IDataObject,
			pairedItem: { item: itemIndex },
			...(binary && { binary }),
		}));
	const { value, file } = readAnswer(answer, accessToken, options.layout.responseFormat);
	if (file === undefined) return createItems(value);
	try {
		const data = await helpers.prepareBinaryData(file.bytes, file.fileName, file.mimeType);
		return createItems(value, { data });
	} catch (error) {
		// The flow has started all the same. n8n's storage is full, or accepts no file of this size.
		const detail = `Technical reason: ${toNotSentError(error).message}`;
		const problem = "n8n could not store the answer's file";
		return createItems(createWarning(answer.statusCode, problem, detail));
	}
}
