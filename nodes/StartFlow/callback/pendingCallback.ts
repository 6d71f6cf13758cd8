import { readAnswer } from '../answer/readAnswer';
import { createFullResponse, type ItemOptions } from '../answer/toItems';
import { ADVICE, fillIn, readBodyForMessage, VERDICTS } from '../outcome/describeFailure';
import { toSingleText } from '../shared/failure';
import type { JsonObject } from '../shared/json';
import {
	toFailedStart,
	type AnsweredStart,
	type AwaitedCallback,
	type FailedStart,
	type ItemStart,
} from '../start/itemStart';

/** A start that was answered, and whose callback the run waits for. */
export type AwaitedStart = AnsweredStart & { ready: { callback: AwaitedCallback } };

export function isAwaited(start: ItemStart): start is AwaitedStart {
	return start.kind === 'answered' && start.ready.callback !== undefined;
}

/** What is needed when the callback comes. n8n saves it as JSON while the execution waits. */
export interface PendingCallback {
	id: string;
	until: number;
	statusCode: number;
	itemOptions: ItemOptions;
}

export function createPendingCallback(
	{ answer, ready: { callback, credential, options } }: AwaitedStart,
	input: JsonObject,
	now = Date.now(),
): PendingCallback {
	const { fullResponse, includeInput, responseFormat } = options;
	const { value } = readAnswer(answer, credential.accessToken, responseFormat);
	return {
		id: callback.id,
		until: now + callback.limit.ms,
		statusCode: answer.statusCode,
		itemOptions: {
			layout: { fullResponse, includeInput, responseFormat },
			input: includeInput ? input : {},
			callback: fullResponse ? { startResponse: createFullResponse(value, answer) } : {},
		},
	};
}

/** The failed start if no callback comes. An item has no description, so its message says what to do next. */
export function createNoCallbackStart({ answer, attempts, ready }: AwaitedStart): FailedStart {
	const { line, body } = readBodyForMessage(answer, ready.credential.accessToken);
	const happened = `The flow "{slug}" ({environment}) did not call back before the wait ended (limit: ${ready.callback.limit.words})`;
	const description = ADVICE.noCallback;
	const message = `${fillIn(happened, ready)}: ${VERDICTS.noCallback}`;
	return toFailedStart(ready, attempts, {
		outcome: 'noCallback',
		message: toSingleText({ message, description }),
		description,
		...(line !== '' && { body }),
	});
}
