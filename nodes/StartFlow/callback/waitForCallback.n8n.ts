import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { parseAnswer } from '../answer/parseAnswer';
import { createFullResponse, failedItemJson, type ItemOptions } from '../answer/toItems';
import { replaceStoredInput, routesFailedItemWithDetails } from '../n8n/internals';
import { isExported } from '../n8n/run';
import { fillIn, parseErrorBody } from '../outcome/describeFailure';
import { type Failure, OUTCOMES } from '../outcome/outcomes';
import { hasTypes, isJsonObject, type JsonObject } from '../shared/json';
import { declareMasked, type Masked } from '../shared/mask';
import { toSingleText } from '../shared/userError';
import type { AwaitedStart } from '../start/itemStart';

/** What is needed when the callback comes. n8n saves it as JSON while the execution waits. */
export interface PendingCallback {
	version: typeof VERSION;
	id: string;
	/** In ms since the epoch. */
	until: number;
	statusCode: number;
	itemOptions: ItemOptions;
}

/** Raise it when the shape changes. A callback of another version cannot be taken. */
const VERSION = 1;

/** Reads what the run saved that began the wait. `undefined` if it is damaged, or of another version. */
export function parsePendingCallback(saved: unknown): PendingCallback | undefined {
	const isReadable =
		hasTypes(saved, { id: 'string', until: 'number', statusCode: 'number' }) &&
		saved.version === VERSION &&
		isJsonObject(saved.itemOptions) &&
		[saved.itemOptions.layout, saved.itemOptions.input, saved.itemOptions.startResponse].every(
			isJsonObject,
		);
	return isReadable ? (saved as unknown as PendingCallback) : undefined;
}

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
	const failedJson = failedItemJson(node, { ...start, failure: createNoCallbackFailure(start) });
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
	const waiting = { waitingFor: start.shownSlug, waitingUntil: until.toISOString() };
	return [{ json: waiting, pairedItem: { item: 0 } }];
}

function createPendingCallback(
	{ answer, callback, credential, options }: AwaitedStart,
	input: JsonObject,
): PendingCallback {
	const { fullResponse, includeInput, responseFormat } = options;
	const { value } = parseAnswer(answer, credential.accessToken, responseFormat);
	return {
		version: VERSION,
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

/** The failure if no callback comes. An item has no description, so its message says what to do next. */
function createNoCallbackFailure({
	answer,
	slug,
	credential,
	callback,
}: AwaitedStart): Masked<Failure> {
	const { verdict, advice } = OUTCOMES.noCallback;
	const { body } = parseErrorBody(answer, credential.accessToken);
	const problem = `The flow "{slug}" did not call back (limit: ${callback.limit.words})`;
	const message = `${fillIn(problem, slug, credential)}: ${verdict}`;
	return declareMasked({
		outcome: 'noCallback',
		message: toSingleText({ message, description: advice }),
		description: advice,
		body,
	});
}
