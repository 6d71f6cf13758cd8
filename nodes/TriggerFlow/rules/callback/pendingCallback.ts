import { readAnswer } from '../answer/readAnswer';
import { fullResponse, type AnswerLayout } from '../answer/toItems';
import type { JsonObject } from '../context/json';
import type { AwaitedStart } from './noCallback';

/** What a callback has to bring, and how it is laid out. n8n keeps it as JSON while it waits. */
export interface PendingCallback {
	id: string;
	/** When the execution began to wait, in ms. */
	since: number;
	/** When it ends to wait, in ms. */
	until: number;
	layout: AnswerLayout;
	/** Of the start's answer. */
	statusCode: number;
	/** The input item's `json`, where it is to stand beside the answer. */
	input: JsonObject;
	/** What the start itself answered, where it is asked for. */
	started?: JsonObject;
}

/** What is kept of a start that was answered, until its flow calls back. */
export function pendingCallback(
	{ answer, ready: { callback, credential, options } }: AwaitedStart,
	input: JsonObject,
	since = Date.now(),
): PendingCallback {
	const { fullResponse: isFull, includeInput, responseFormat } = options;
	const read = () => readAnswer(answer, credential.accessToken, responseFormat);
	return {
		id: callback.id,
		since,
		until: since + callback.limit.ms,
		layout: { fullResponse: isFull, includeInput, responseFormat },
		statusCode: answer.statusCode,
		input: includeInput ? input : {},
		...(isFull && { started: fullResponse(read(), answer) }),
	};
}
