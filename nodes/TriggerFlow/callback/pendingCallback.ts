import { readAnswer } from '../answer/readAnswer';
import { fullResponse, type AnswerLayout } from '../answer/toItems';
import { aboutStart } from '../credential/flowCredential';
import { ADVICE, fillIn, VERDICTS } from '../outcome/describeFailure';
import { readErrorBody } from '../outcome/errorBody';
import { asOneText } from '../shared/failure';
import type { JsonObject } from '../shared/json';
import {
	failed,
	type AnsweredStart,
	type AwaitedCallback,
	type FailedStart,
	type ItemStart,
} from '../start/itemStart';

/** A start that was answered, and whose flow calls back. */
export type AwaitedStart = AnsweredStart & { ready: { callback: AwaitedCallback } };

export function isAwaited(start: ItemStart): start is AwaitedStart {
	return start.kind === 'answered' && start.ready.callback !== undefined;
}

/** What a callback has to bring, and how it is laid out. n8n keeps it as JSON while it waits. */
export interface PendingCallback {
	id: string;
	/** When the execution ends to wait, in ms. */
	until: number;
	layout: AnswerLayout;
	statusCode: number;
	/** The input item's `json`, where it goes beside the answer. */
	input: JsonObject;
	/** What the start itself answered, where it is asked for. */
	started?: JsonObject;
}

export function pendingCallback(
	{ answer, ready: { callback, credential, options } }: AwaitedStart,
	input: JsonObject,
	now = Date.now(),
): PendingCallback {
	const { fullResponse: isFull, includeInput, responseFormat } = options;
	const read = () => readAnswer(answer, credential.accessToken, responseFormat);
	return {
		id: callback.id,
		until: now + callback.limit.ms,
		layout: { fullResponse: isFull, includeInput, responseFormat },
		statusCode: answer.statusCode,
		input: includeInput ? input : {},
		...(isFull && { started: fullResponse(read(), answer) }),
	};
}

/**
 * What comes out of a wait that no callback has ended. It is made before the wait, so it cannot know how
 * long that was. An item has no description, so its message says what to do next.
 */
export function noCallbackFailure({ answer, attempts, ready }: AwaitedStart): FailedStart {
	const about = aboutStart(ready.slug, ready.credential);
	const { line, body } = readErrorBody(answer, about.accessToken);
	const happened = `The flow "{slug}" ({environment}) did not call back before the wait ended (limit: ${ready.callback.limit.words})`;
	const description = ADVICE.noCallback;
	const message = `${fillIn(happened, about)}: ${VERDICTS.noCallback}`;
	return failed(ready, attempts, {
		outcome: 'noCallback',
		message: asOneText({ message, description }),
		description,
		...(line !== '' && { body }),
	});
}
