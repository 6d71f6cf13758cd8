import { parseAnswer } from '../answer/parseAnswer';
import { createFullResponse, type ItemOptions } from '../answer/toItems';
import { fillIn, parseErrorBody } from '../outcome/describeFailure';
import { OUTCOMES } from '../outcome/outcomes';
import { toSingleText } from '../shared/userError';
import { isJsonObject, type JsonObject } from '../shared/json';
import { declareMasked } from '../shared/mask';
import type { AnsweredStart, AwaitedCallback, EndedStart, FailedStart } from '../start/itemStart';

/** A start that was answered, and whose callback the run waits for. */
export type AwaitedStart = AnsweredStart & { ready: { callback: AwaitedCallback } };

export function isAwaited(start: EndedStart): start is AwaitedStart {
	return start.kind === 'answered' && start.ready.callback !== undefined;
}

/** What is needed when the callback comes. n8n saves it as JSON while the execution waits. */
export interface PendingCallback {
	version: typeof VERSION;
	id: string;
	until: number;
	statusCode: number;
	itemOptions: ItemOptions;
}

/** Raise it when the shape changes. A callback of another version cannot be taken. */
const VERSION = 1;

/** Parses what a waiting execution saved. `undefined` if it is not of this version, or is damaged. */
export function parsePendingCallback(saved: unknown): PendingCallback | undefined {
	if (!isJsonObject(saved) || saved.version !== VERSION) return undefined;
	const { id, until, statusCode, itemOptions } = saved;
	if (typeof id !== 'string' || !Number.isFinite(until) || !Number.isInteger(statusCode)) {
		return undefined;
	}
	const { layout, input, callback } = isJsonObject(itemOptions) ? itemOptions : {};
	const isWhole = [layout, input, callback].every(isJsonObject);
	return isWhole ? (saved as unknown as PendingCallback) : undefined;
}

export function createPendingCallback(
	{ answer, ready: { callback, credential, options } }: AwaitedStart,
	input: JsonObject,
	now = Date.now(),
): PendingCallback {
	const { fullResponse, includeInput, responseFormat } = options;
	const createStartResponse = () => {
		const { value } = parseAnswer(answer, credential.accessToken, responseFormat);
		return createFullResponse(value, answer);
	};
	return {
		version: VERSION,
		id: callback.id,
		until: now + callback.limit.ms,
		statusCode: answer.statusCode,
		itemOptions: {
			layout: { fullResponse, includeInput, responseFormat },
			input: includeInput ? input : {},
			callback: fullResponse ? { startResponse: createStartResponse() } : {},
		},
	};
}

/** The failed start if no callback comes. An item has no description, so its message says what to do next. */
export function createNoCallbackStart({ answer, attempts, ready }: AwaitedStart): FailedStart {
	const { slug, credential, callback } = ready;
	const { verdict, advice } = OUTCOMES.noCallback;
	const { body } = parseErrorBody(answer, credential.accessToken);
	const problem = `The flow "{slug}" did not call back (limit: ${callback.limit.words})`;
	const message = `${fillIn(problem, slug, credential)}: ${verdict}`;
	return {
		kind: 'failed',
		ready,
		attempts,
		failure: declareMasked({
			outcome: 'noCallback',
			message: toSingleText({ message, description: advice }),
			description: advice,
			body,
		}),
		isFromPreviousRun: false,
	};
}
