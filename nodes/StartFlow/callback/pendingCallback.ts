import { parseAnswer } from '../answer/parseAnswer';
import { createFullResponse, type ItemOptions } from '../answer/toItems';
import { isJsonObject, type JsonObject } from '../shared/json';
import type { AwaitedStart } from '../start/itemStart';

/** The query parameter of the callback URL that holds the secret id. */
export const ID_PARAMETER = 'callbackId';

/** What is needed when the callback comes. n8n saves it as JSON while the execution waits. */
export interface PendingCallback extends Omit<ItemOptions, 'callback'> {
	version: typeof VERSION;
	id: string;
	/** In ms since the epoch. */
	until: number;
	statusCode: number;
	/** The full response to the start, for the full response of the callback. */
	startResponse?: JsonObject;
}

/** Raise it when the shape changes. A callback of another version cannot be taken. */
const VERSION = 1;

/** @param now When the wait begins, by the wall clock. */
export function createPendingCallback(
	{ answer, callback, credential, options }: AwaitedStart,
	input: JsonObject,
	now: number,
): PendingCallback {
	const { fullResponse, includeInput, responseFormat } = options;
	const createStartResponse = () =>
		createFullResponse(parseAnswer(answer, credential.accessToken, responseFormat).value, answer);
	return {
		version: VERSION,
		id: callback.id,
		until: now + callback.limit.ms,
		statusCode: answer.statusCode,
		options: { fullResponse, includeInput, responseFormat },
		input: includeInput ? input : {},
		startResponse: fullResponse ? createStartResponse() : undefined,
	};
}

/** Whether this version of the node has saved it. The rest has the types of its version. */
export function isPendingCallback(saved: unknown): saved is PendingCallback {
	return isJsonObject(saved) && saved.version === VERSION && typeof saved.id === 'string';
}
