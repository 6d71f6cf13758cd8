import { readAnswer } from '../answer/readAnswer';
import { fullResponse, type AnswerLayout } from '../answer/toItems';
import type { JsonObject } from '../context/json';
import { aboutStart } from '../credential/flowCredential';
import type { Failure } from '../errors/failure';
import { ADVICE, told, VERDICTS } from '../outcome/describeFailure';
import { whatWasSaid } from '../outcome/whatWasSaid';
import type { AnsweredStart } from '../starts/itemStart';
import type { WaitLimit } from './waitLimit';

/** What a callback has to bring, and how it is laid out. n8n keeps it as JSON while it waits. */
export interface PendingCallback {
	id: string;
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
	id: string,
	{ answer, ready: { credential, options } }: AnsweredStart,
	input: JsonObject,
): PendingCallback {
	const { fullResponse: isFull, includeInput, responseField, responseFormat, splitArray } = options;
	const read = () => readAnswer(answer, credential.accessToken, responseFormat);
	return {
		id,
		layout: { fullResponse: isFull, includeInput, responseField, responseFormat, splitArray },
		statusCode: answer.statusCode,
		input: includeInput ? input : {},
		...(isFull && { started: fullResponse(read(), answer) }),
	};
}

/** What comes out of a wait whose time is up. An item has no description: what to do next is in its message. */
export function late(start: AnsweredStart, { words }: WaitLimit): Failure {
	const happened = `did not call back within ${words}`;
	const { message, description, ...failure } = noCallback(start, happened);
	return { ...failure, message: `${message}. ${description}`, description: '' };
}

/** A start that was answered when the run was over already. */
export function nobodyWaits(start: AnsweredStart): Failure {
	return noCallback(start, 'was answered when the run had ended, so nobody waits for its callback');
}

function noCallback(
	{ answer, ready: { slug, credential } }: AnsweredStart,
	happened: string,
): Failure {
	const about = aboutStart(slug, credential);
	const { line, body } = whatWasSaid(answer, credential.accessToken);
	return {
		outcome: 'noCallback',
		message: `${told(`The flow "{slug}" ({environment}) ${happened}`, about)}: ${VERDICTS.noCallback}`,
		description: ADVICE.noCallback,
		...(line !== '' && { body }),
	};
}
