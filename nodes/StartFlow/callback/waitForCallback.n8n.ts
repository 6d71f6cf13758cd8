import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { parseAnswer } from '../answer/parseAnswer';
import { createFullResponse, createFailedItemJson, type ItemOptions } from '../answer/toItems';
import { summarizeBody } from '../http/bodySummary';
import { getNodeContext, replaceStoredInput } from '../n8n/internals';
import { routesFailedItemWithDetails } from '../n8n/run';
import { createFailure, createNames } from '../outcome/judge';
import type { Failure } from '../outcome/outcomes';
import type { Names } from '../outcome/table';
import { isJsonObject, type JsonObject } from '../shared/json';
import { declareMasked, type Masked } from '../shared/mask';
import type { AwaitedStart } from '../start/itemStart';

/** Raise it when the shape changes. A callback of another version cannot be taken. */
const PENDING_CALLBACK_VERSION = 1;

/** What is needed when the callback comes. n8n saves it as JSON while the execution waits. */
export interface PendingCallback extends Omit<ItemOptions, 'isCallback'> {
	version: typeof PENDING_CALLBACK_VERSION;
	id: string;
	/** In ms since the epoch. */
	until: number;
	statusCode: number;
}

/** Whether this version of the node has saved it. The rest has the types of its version. */
export function isPendingCallback(saved: unknown): saved is PendingCallback {
	const hasId = isJsonObject(saved) && typeof saved.id === 'string';
	return hasId && saved.version === PENDING_CALLBACK_VERSION;
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
	const [item] = n8n.getInputData();
	const pendingCallback = createPendingCallback(start, item?.json as JsonObject);
	const node = n8n.getNode();
	const failure = createNoCallbackFailure(start);
	const failedJson = createFailedItemJson(node, { ...start, failure });
	const needsBareError = node.onError === 'continueErrorOutput' && !routesFailedItemWithDetails();
	const atLimit: INodeExecutionData = {
		json: needsBareError ? { error: failedJson.error } : failedJson,
		pairedItem: { item: 0 },
	};
	const until = new Date(pendingCallback.until);

	getNodeContext(n8n).pendingCallback = pendingCallback;
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
		version: PENDING_CALLBACK_VERSION,
		id: callback.id,
		until: Date.now() + callback.limit.ms,
		statusCode: answer.statusCode,
		options: { fullResponse, includeInput, responseFormat },
		input: includeInput ? input : {},
		startResponse: fullResponse ? createFullResponse(value, answer) : undefined,
	};
}

/** The failure if no callback comes. An item has no advice, so its message says what to do next. */
function createNoCallbackFailure(start: AwaitedStart): Masked<Failure> {
	const limit = start.callback.limit.words;
	const problem = ({ slug }: Names) => `The flow "${slug}" did not call back (limit: ${limit})`;
	const { body } = summarizeBody(start.answer, start.credential.accessToken);
	const cause = declareMasked({ reason: `No callback within ${limit}`, body });
	const failure = createFailure({ outcome: 'noCallback', problem }, createNames(start), cause);
	const { message, advice = [] } = failure;
	return declareMasked({ ...failure, message: [`${message}.`, ...advice].join(' ') });
}
