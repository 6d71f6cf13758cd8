import { isJsonObject, type JsonObject, type JsonValue } from '../context/json';
import type { HttpAnswer } from './httpAnswer';
import type { ReadAnswer } from './readAnswer';

/** How an answer is laid out in items. */
export interface AnswerLayout {
	/** Whether an array becomes one item per element. */
	splitArray: boolean;
	/** Whether what is put into the item is `{ statusCode, headers, body }`. */
	fullResponse: boolean;
	/** The key that the answer is put under; empty: the answer is the item. */
	responseField: string;
	/** Whether the input item's fields stand beside the answer's, which win where both have one. */
	includeInput: boolean;
}

/** What an answer is as n8n items: their `json`, and the file of a file answer. */
export interface AnswerItem {
	json: JsonObject;
	file?: Extract<ReadAnswer, { kind: 'file' }>;
}

/**
 * An answer as items, in these steps: an array is split into its elements; each is wrapped in its
 * full response; that is put under the response field, or is the item itself (what is no object
 * stands under `data`); the input's fields are put beside it. Nothing is `{}`; a file is `{}` and
 * the file.
 *
 * @param input The `json` of the item that started the flow.
 */
export function toItems(
	read: ReadAnswer,
	{ statusCode, headers }: Pick<HttpAnswer, 'statusCode' | 'headers'>,
	layout: AnswerLayout,
	input: JsonObject,
): AnswerItem[] {
	const file = read.kind === 'file' ? { file: read } : {};
	return valuesOf(read, statusCode, layout).map((value) => {
		const content = layout.fullResponse
			? { statusCode, headers: plain(headers), body: value }
			: value;
		const json =
			layout.responseField === '' ? asObject(content) : { [layout.responseField]: content };
		const item = layout.includeInput ? { ...input, ...json } : json;
		return { json: keptOnSuccessBranch(item, statusCode), ...file };
	});
}

function valuesOf(read: ReadAnswer, statusCode: number, { splitArray }: AnswerLayout): JsonValue[] {
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
