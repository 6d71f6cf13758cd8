import type { HttpAnswer } from '../http/attempt';
import type { NodeOptions } from '../options/readOptions';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import type { ReadAnswer } from './readAnswer';

/** The options that say what becomes of an answer. */
export type AnswerLayout = Pick<NodeOptions, 'fullResponse' | 'includeInput' | 'responseFormat'>;

/**
 * An answer as the `json` of items: one for each element of an array. What is not an object is put
 * under `data`. An empty answer gives `{}`, and so does a file, which goes beside it.
 *
 * @param input The `json` of the item that started the flow.
 * @param started The start's own full response, where this is a callback that came later.
 */
export function toItems(
	read: ReadAnswer,
	{ statusCode, headers }: Pick<HttpAnswer, 'statusCode' | 'headers'>,
	layout: AnswerLayout,
	input: JsonObject,
	started?: JsonObject,
): JsonObject[] {
	const envelope = (body: JsonValue): JsonObject =>
		started === undefined
			? { statusCode, headers: plain(headers), body }
			: { headers: plain(headers), body, answer: started };
	const value = valueOf(read, statusCode);
	return (Array.isArray(value) ? value : [value]).map((element) => {
		const json = layout.fullResponse ? envelope(element) : asObject(element);
		const item = layout.includeInput ? { ...input, ...json } : json;
		return keptOnSuccessBranch(item, statusCode);
	});
}

/** An answer with its status and headers, whole. */
export function fullResponse(
	read: ReadAnswer,
	{ statusCode, headers }: Pick<HttpAnswer, 'statusCode' | 'headers'>,
): JsonObject {
	return { statusCode, headers: plain(headers), body: valueOf(read, statusCode) };
}

function valueOf(read: ReadAnswer, statusCode: number): JsonValue {
	switch (read.kind) {
		case 'empty':
		case 'file':
			return {};
		case 'lost':
			return { statusCode, warning: read.warning };
		case 'text':
			return read.text;
		case 'json':
			return read.value;
	}
}

function asObject(value: JsonValue): JsonObject {
	return isJsonObject(value) ? value : { data: value };
}

/** Headers as a plain object: those of the HTTP library have a class of their own. */
function plain(headers: HttpAnswer['headers']): JsonObject {
	return Object.fromEntries(
		Object.entries(headers).filter(
			(entry): entry is [string, string | string[]] => entry[1] !== undefined,
		),
	);
}

const FAILURE_KEYS = new Set(['error', 'message', 'details']);

/**
 * n8n takes an item for a failed one when `error` is truthy and every key is `error`, `message` or
 * `details`. A successful answer of that shape gets one key more, so that it stays on the success
 * branch.
 */
function keptOnSuccessBranch(json: JsonObject, statusCode: number): JsonObject {
	const looksFailed =
		Boolean(json.error) && Object.keys(json).every((key) => FAILURE_KEYS.has(key));
	return looksFailed ? { ...json, statusCode } : json;
}
