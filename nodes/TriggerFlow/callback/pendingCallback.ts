import { readAnswer } from '../answer/readAnswer';
import { fullResponse, type AnswerLayout } from '../answer/toItems';
import { aboutStart } from '../credential/flowCredential';
import { ADVICE, told, VERDICTS } from '../outcome/describeFailure';
import { whatWasSaid } from '../outcome/whatWasSaid';
import { asOneText } from '../shared/failure';
import type { JsonObject } from '../shared/json';
import {
	failed,
	type AnsweredStart,
	type AwaitedCallback,
	type FailedStart,
	type ItemStart,
} from '../start/itemStart';

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

/** A start that was answered, and whose flow calls back. */
export type AwaitedStart = AnsweredStart & { ready: { callback: AwaitedCallback } };

export function isAwaited(start: ItemStart): start is AwaitedStart {
	return start.kind === 'answered' && start.ready.callback !== undefined;
}

/**
 * What comes out of a wait that no callback has ended. It is made before the wait, so it cannot know how long that
 * was: a Retry, or Stop and then Retry, ends it sooner. An item has no description: what to do next is in its
 * message.
 */
export function late(start: AwaitedStart): FailedStart {
	const { words } = start.ready.callback.limit;
	const lost = noCallback(start, `did not call back while this execution waited, ${words} at most`);
	return { ...lost, failure: { ...lost.failure, message: asOneText(lost.failure) } };
}

/** The same starts; those that were answered when the run was over already as failed: n8n puts it to wait no more. */
export function refuseTooLate(starts: readonly ItemStart[]): ItemStart[] {
	const happened = 'was answered when the run had ended, so nobody waits for its callback';
	return starts.map((start) => (isAwaited(start) ? noCallback(start, happened) : start));
}

function noCallback({ answer, attempts, ready }: AnsweredStart, happened: string): FailedStart {
	const about = aboutStart(ready.slug, ready.credential);
	const { line, body } = whatWasSaid(answer, about.accessToken);
	return failed(ready, attempts, {
		outcome: 'noCallback',
		message: `${told(`The flow "{slug}" ({environment}) ${happened}`, about)}: ${VERDICTS.noCallback}`,
		description: ADVICE.noCallback,
		...(line !== '' && { body }),
	});
}
