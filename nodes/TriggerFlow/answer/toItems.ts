import type { HttpAnswer } from '../http/attempt';
import { looksLikeFailedItem } from '../n8n/internals';
import type { NodeOptions } from '../options/readOptions';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import type { ReadAnswer } from './readAnswer';

export type AnswerLayout = Pick<NodeOptions, 'fullResponse' | 'includeInput' | 'responseFormat'>;

type AnswerHead = Pick<HttpAnswer, 'statusCode' | 'headers'>;

/**
 * Turns an answer into the `json` of items: one for each element of an array. What is not an object goes under `data`.
 * An empty answer gives `{}`, and so does a file.
 * @param input The `json` of the item that started the flow.
 * @param startResponse The full response to the start, if the answer is a callback.
 */
export function toItems(
	read: ReadAnswer,
	head: AnswerHead,
	layout: AnswerLayout,
	input: JsonObject,
	startResponse?: JsonObject,
): JsonObject[] {
	const { statusCode, headers } = head;
	const toFullResponse = (body: JsonValue): JsonObject =>
		startResponse === undefined
			? { statusCode, headers: toPlainHeaders(headers), body }
			: { headers: toPlainHeaders(headers), body, answer: startResponse };
	const value = readValue(read, statusCode);
	return (Array.isArray(value) ? value : [value]).map((element) => {
		const object = isJsonObject(element) ? element : { data: element };
		const json = layout.fullResponse ? toFullResponse(element) : object;
		const item = layout.includeInput ? { ...input, ...json } : json;
		// One more key keeps a successful answer off the error branch.
		return looksLikeFailedItem(item) ? { ...item, statusCode } : item;
	});
}

export function createStartResponse(read: ReadAnswer, head: AnswerHead): JsonObject {
	const { statusCode, headers } = head;
	return { statusCode, headers: toPlainHeaders(headers), body: readValue(read, statusCode) };
}

function readValue(read: ReadAnswer, statusCode: number): JsonValue {
	switch (read.kind) {
		case 'empty':
		case 'file':
			return {};
		case 'unreadable':
			return { statusCode, warning: read.warning };
		case 'text':
			return read.text;
		case 'json':
			return read.value;
	}
}

/** The HTTP library's headers have a class of their own. */
function toPlainHeaders(headers: HttpAnswer['headers']): JsonObject {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as JsonObject;
}
