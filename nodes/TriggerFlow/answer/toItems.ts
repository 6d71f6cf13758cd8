import type { HttpAnswer } from '../http/attempt';
import { looksLikeFailedItem } from '../n8n/internals';
import type { NodeOptions } from '../options/readOptions';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import type { AnswerContent } from './readAnswer';

export type AnswerLayout = Pick<NodeOptions, 'fullResponse' | 'includeInput' | 'responseFormat'>;

type AnswerHead = Pick<HttpAnswer, 'statusCode' | 'headers'>;

/**
 * Turns an answer into the `json` of items: one for each element of an array, but at least one, because a node without
 * output ends a loop. What is not an object goes under `data`. An empty answer gives `{}`, and so does a file.
 * @param input The `json` of the item that started the flow.
 * @param callback Set if the answer is a callback. It gives one item, because n8n would pair further ones with input items
 * that do not exist. `startResponse` is the full response to the start.
 */
export function toItems(
	content: AnswerContent,
	{ statusCode, headers }: AnswerHead,
	layout: AnswerLayout,
	input: JsonObject,
	callback?: { startResponse?: JsonObject },
): JsonObject[] {
	const value = toJsonValue(content, statusCode);
	const isSplit = Array.isArray(value) && value.length > 0 && callback === undefined;
	return (isSplit ? value : [value]).map((body) => {
		const fullResponse: JsonObject = callback
			? { headers: toPlainHeaders(headers), body, answer: callback.startResponse ?? null }
			: { statusCode, headers: toPlainHeaders(headers), body };
		const object = isJsonObject(body) ? body : { data: body };
		const json = layout.fullResponse ? fullResponse : object;
		const item = layout.includeInput ? { ...input, ...json } : json;
		// One more key keeps a successful answer off the error branch.
		return looksLikeFailedItem(item) ? { ...item, statusCode } : item;
	});
}

export function createStartResponse(content: AnswerContent, head: AnswerHead): JsonObject {
	const { statusCode, headers } = head;
	return { statusCode, headers: toPlainHeaders(headers), body: toJsonValue(content, statusCode) };
}

function toJsonValue(content: AnswerContent, statusCode: number): JsonValue {
	if (content.kind === 'json') return content.value;
	if (content.kind === 'text') return content.text;
	return content.kind === 'warning' ? { statusCode, warning: content.warning } : {};
}

/** The HTTP library's headers have a class of their own. */
function toPlainHeaders(headers: HttpAnswer['headers']): JsonObject {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as JsonObject;
}
