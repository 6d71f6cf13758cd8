import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import type { HttpAnswer } from '../http/attempt';
import { isTool } from '../n8n/internals';
import { explainError } from '../n8n/run';
import { mapYielding } from '../n8n/waiting';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import type { EndedStart, PreparedStart } from '../start/itemStart';
import { createPreview } from '../start/startRequest';
import { declareMasked, type Masked } from '../shared/mask';
import { createFailedItem, type ItemOptions, toItems } from './toItems';
import { createWarning, parseAnswer } from './parseAnswer';

/**
 * Turns the starts of a run or a preview into items, in input order. A start that is still ready is a preview. It is called only if
 * no failure ends the run.
 */
export async function toOutputItems(
	n8n: IExecuteFunctions,
	starts: ReadonlyArray<PreparedStart | EndedStart>,
): Promise<INodeExecutionData[]> {
	const node = n8n.getNode();
	const items = n8n.getInputData();
	const isForModel = isTool(node);
	const output = await mapYielding(starts, async (start, itemIndex) => {
		const input = items[itemIndex]?.json;
		if (start.kind === 'ready') {
			return [{ json: createPreview(start) as IDataObject, pairedItem: { item: itemIndex } }];
		}
		if (start.kind !== 'answered') return [createFailedItem(node, start, itemIndex, input)];
		const { answer, options, credential } = start;
		const itemOptions = { options, input: input as JsonObject, isForModel };
		return await createAnswerItems(n8n, answer, credential.accessToken, itemIndex, itemOptions);
	});
	return output.flat();
}

export async function createAnswerItems(
	n8n: IExecuteFunctions | IWebhookFunctions,
	answer: Masked<HttpAnswer>,
	accessToken: string,
	itemIndex: number,
	itemOptions: ItemOptions,
): Promise<INodeExecutionData[]> {
	const createItems = (content: Masked<JsonValue>, binary?: IBinaryKeyData) =>
		toItems(content, answer, itemOptions).map((json) => ({
			json: json as IDataObject,
			pairedItem: { item: itemIndex },
			...(binary && { binary }),
		}));
	const { value, file } = parseAnswer(answer, accessToken, itemOptions.options.responseFormat);
	if (file === undefined) {
		const isEmpty = isJsonObject(value) && Object.keys(value).length === 0;
		if (!itemOptions.isForModel || !isEmpty) return createItems(value);
		// A model takes `{}` for nothing done.
		return createItems(declareMasked<JsonObject>({ started: true }));
	}
	const { bytes, fileName, mimeType } = file;
	let data: IBinaryData;
	try {
		data = await n8n.helpers.prepareBinaryData(bytes, fileName, mimeType);
	} catch (error) {
		// The flow has started all the same. n8n's storage is full, or accepts no file of this size.
		const problem = 'the file of its answer could not be stored';
		const cause = explainError(n8n, error, accessToken);
		return createItems(createWarning(answer.statusCode, problem, cause));
	}
	if (!itemOptions.isForModel) return createItems(value, { data });
	// Some agents take an item without JSON for an error.
	const fileFacts = { fileName: fileName ?? '', mimeType, bytes: bytes.length };
	return createItems(declareMasked<JsonObject>(fileFacts), { data });
}
