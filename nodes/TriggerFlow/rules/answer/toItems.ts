import { isJsonObject, type JsonObject, type JsonValue } from '../context/json';
import type { NodeOptions } from '../options/nodeOptions';
import type { HttpAnswer } from './httpAnswer';
import type { ReadAnswer } from './readAnswer';

/** The options that say what becomes of an answer. */
export type AnswerLayout = Pick<
	NodeOptions,
	'fullResponse' | 'includeInput' | 'responseField' | 'responseFormat' | 'splitArray'
>;

/**
 * An answer as the `json` of items, in these steps: an array is split into its elements; each is wrapped in its
 * full response; that is put under the response field, or is the item itself (what is no object
 * stands under `data`); the input's fields are put beside it. Nothing is `{}`, and so is
 * what stands beside a file.
 *
 * @param input The `json` of the item that started the flow.
 * @param started The start's own full response, where what is laid out is a callback that came later.
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
	return valuesOf(read, statusCode, layout).map((value) => {
		const content = layout.fullResponse ? envelope(value) : value;
		const json =
			layout.responseField === '' ? asObject(content) : { [layout.responseField]: content };
		const item = layout.includeInput ? { ...input, ...json } : json;
		return keptOnSuccessBranch(item, statusCode);
	});
}

/** An answer with its status and headers, whole. */
export function fullResponse(
	read: ReadAnswer,
	{ statusCode, headers }: Pick<HttpAnswer, 'statusCode' | 'headers'>,
): JsonObject {
	const [body = {}] = valuesOf(read, statusCode, { splitArray: false });
	return { statusCode, headers: plain(headers), body };
}

function valuesOf(
	read: ReadAnswer,
	statusCode: number,
	{ splitArray }: Pick<AnswerLayout, 'splitArray'>,
): JsonValue[] {
	switch (read.kind) {
		case 'empty':
		case 'file':
			return [{}];
		case 'lost':
			return [{ statusCode, warning: read.warning }];
		case 'text':
			return [read.text];
		case 'json':
			return splitArray && Array.isArray(read.value) ? read.value : [read.value];
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
