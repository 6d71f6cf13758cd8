import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failedItemJson } from '../answer/toItems';
import { isExported } from '../n8n/run';
import { replaceStoredInput, routesFailedItemWithDetails } from '../n8n/internals';
import type { JsonObject } from '../shared/json';
import { getMaskedSlug } from '../start/itemStart';
import { type AwaitedStart, createNoCallbackStart, createPendingCallback } from './pendingCallback';

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
	const failedStart = createNoCallbackStart(start);
	const node = n8n.getNode();
	const failedJson = failedItemJson(node, failedStart);
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
