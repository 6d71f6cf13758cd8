import type { HttpAnswer } from '../http/attempt';
import type { NodeOptions } from '../options/readOptions';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import type { ReadAnswer } from './readAnswer';

export type AnswerLayout = Pick<NodeOptions, 'fullResponse' | 'includeInput' | 'responseFormat'>;

type Head = Pick<HttpAnswer, 'statusCode' | 'headers'>;

/**
 * An answer as the `json` of items: one for each element of an array. What is not an object goes under
 * `data`. An empty answer and a file give `{}`.
 * @param input The `json` of the item that started the flow.
 * @param started The start's own full response, where this is a callback that came later.
 */
export function toItems(
	read: ReadAnswer,
	head: Head,
	layout: AnswerLayout,
	input: JsonObject,
	started?: JsonObject,
): JsonObject[] {
	const envelope = (body: JsonValue): JsonObject =>
		started === undefined
			? withHead(head, body)
			: { headers: plain(head.headers), body, answer: started };
	const value = valueOf(read, head.statusCode);
	return (Array.isArray(value) ? value : [value]).map((element) => {
		const object = isJsonObject(element) ? element : { data: element };
		const json = layout.fullResponse ? envelope(element) : object;
		const item = layout.includeInput ? { ...input, ...json } : json;
		return keptOnSuccessBranch(item, head.statusCode);
	});
}

export function fullResponse(read: ReadAnswer, head: Head): JsonObject {
	return withHead(head, valueOf(read, head.statusCode));
}

function withHead({ statusCode, headers }: Head, body: JsonValue): JsonObject {
	return { statusCode, headers: plain(headers), body };
}

function valueOf(read: ReadAnswer, statusCode: number): JsonValue {
	switch (read.kind) {
		case 'empty':
		case 'file':
			return {};
		case 'truncated':
			return { statusCode, warning: read.warning };
		case 'text':
			return read.text;
		case 'json':
			return read.value;
	}
}

/** Headers as a plain object: those of the HTTP library have a class of their own. */
function plain(headers: HttpAnswer['headers']): JsonObject {
	const entries = Object.entries(headers).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as JsonObject;
}

const FAILURE_KEYS = new Set(['error', 'message', 'details']);

/**
 * n8n takes an item for a failed one when `error` is truthy and every key is `error`, `message` or
 * `details`. A successful answer of that shape gets one more key, so that it stays on the success branch.
 */
function keptOnSuccessBranch(json: JsonObject, statusCode: number): JsonObject {
	const looksFailed =
		Boolean(json.error) && Object.keys(json).every((key) => FAILURE_KEYS.has(key));
	return looksFailed ? { ...json, statusCode } : json;
}
