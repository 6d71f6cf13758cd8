import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { parseAnswer } from '../answer/parseAnswer';
import { createFullResponse, failedItemJson, type ItemOptions } from '../answer/toItems';
import { replaceStoredInput, routesFailedItemWithDetails } from '../n8n/internals';
import { isExported } from '../n8n/run';
import { fillIn, parseErrorBody } from '../outcome/judge';
import { OUTCOMES } from '../outcome/outcomes';
import type { JsonObject } from '../shared/json';
import { declareMasked } from '../shared/mask';
import { toSingleText } from '../shared/userError';
import {
	type AnsweredStart,
	type AwaitedCallback,
	type EndedStart,
	type FailedStart,
	getMaskedSlug,
} from '../start/itemStart';

/** A start that was answered, and whose callback the run waits for. */
type AwaitedStart = AnsweredStart & { ready: { callback: AwaitedCallback } };

export function isAwaited(start: EndedStart): start is AwaitedStart {
	return start.kind === 'answered' && start.ready.callback !== undefined;
}

/** What is needed when the callback comes. n8n saves it as JSON while the execution waits. */
export interface PendingCallback {
	version: number;
	id: string;
	/** In ms since the epoch. */
	until: number;
	statusCode: number;
	itemOptions: ItemOptions;
}

/** Raise it when the shape changes. A callback of another version cannot be taken. */
export const PENDING_CALLBACK_VERSION = 1;

/**
 * Makes the execution wait for a callback. When the limit passes, n8n outputs the node's stored input, so that input is
 * replaced by the failed item. It is the last step of a run: if anything threw after it, Retry On Fail would run the node with
 * the replaced input.
 * @returns The item that n8n shows while it waits.
 */
export async function waitForCallback(
	n8n: IExecuteFunctions,
	start: AwaitedStart,
): Promise<INodeExecutionData[]> {
	const input = (n8n.getInputData()[0]?.json ?? {}) as JsonObject;
	const pendingCallback = createPendingCallback(start, input);
	const node = n8n.getNode();
	const failedJson = failedItemJson(node, createNoCallbackStart(start));
	const needsBareError =
		node.onError === 'continueErrorOutput' && !routesFailedItemWithDetails(isExported);
	const atLimit: INodeExecutionData = {
		json: needsBareError ? { error: failedJson.error } : failedJson,
		pairedItem: { item: 0 },
	};
	const until = new Date(pendingCallback.until);

	n8n.getContext('node').pendingCallback = pendingCallback;
	await n8n.putExecutionToWait(until);
	replaceStoredInput(n8n, atLimit);
	const waiting = { waitingFor: getMaskedSlug(start), waitingUntil: until.toISOString() };
	return [{ json: waiting, pairedItem: { item: 0 } }];
}

function createPendingCallback(
	{ answer, ready: { callback, credential, options } }: AwaitedStart,
	input: JsonObject,
): PendingCallback {
	const { fullResponse, includeInput, responseFormat } = options;
	const { value } = parseAnswer(answer, credential.accessToken, responseFormat);
	return {
		version: PENDING_CALLBACK_VERSION,
		id: callback.id,
		until: Date.now() + callback.limit.ms,
		statusCode: answer.statusCode,
		itemOptions: {
			layout: { fullResponse, includeInput, responseFormat },
			input: includeInput ? input : {},
			startResponse: fullResponse ? createFullResponse(value, answer) : {},
		},
	};
}

/** The failed start if no callback comes. An item has no description, so its message says what to do next. */
function createNoCallbackStart({ answer, attempts, ready }: AwaitedStart): FailedStart {
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
