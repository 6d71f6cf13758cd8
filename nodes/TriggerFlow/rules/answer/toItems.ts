import type { JsonObject, JsonValue } from '../context/json';
import { isJsonObject } from '../context/json';
import type { ReadAnswer } from './readAnswer';

/** What an answer is as n8n items: their `json`, and the file of a file answer. */
export interface AnswerItem {
	json: JsonObject;
	file?: Extract<ReadAnswer, { kind: 'file' }>;
}

/**
 * One item per answer; an array gives one item per element. An object is the item itself; a scalar
 * or a text stands under `data`; an empty body gives `{}`; a file gives `{}` and the file.
 */
export function toItems(answer: ReadAnswer, statusCode: number): AnswerItem[] {
	switch (answer.kind) {
		case 'empty':
			return [{ json: {} }];
		case 'cutOff':
			return [{ json: { statusCode, warning: CUT_OFF } }];
		case 'text':
			return [{ json: { data: answer.text } }];
		case 'file':
			return [{ json: {}, file: answer }];
		case 'json': {
			const values = Array.isArray(answer.value) ? answer.value : [answer.value];
			return values.map((value) => ({ json: keptOnSuccessBranch(asObject(value), statusCode) }));
		}
	}
}

const CUT_OFF =
	'The flow was started, but the connection broke off before its whole answer had arrived. Do not start it again because of this.';

function asObject(value: JsonValue): JsonObject {
	return isJsonObject(value) ? value : { data: value };
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
