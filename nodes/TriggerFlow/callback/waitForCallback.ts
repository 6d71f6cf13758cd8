import * as n8nWorkflow from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { failedJson } from '../answer/outputItems';
import type { JsonObject } from '../shared/json';
import { noCallbackFailure, type AwaitedStart, pendingCallback } from './pendingCallback';

/**
 * Puts the execution to wait for a callback. n8n stores it when the node has ended; when the time is up, the
 * node's stored input comes out: so that is the item that says so. Nothing may throw after this.
 * @returns What n8n shows while it waits.
 */
export async function waitForCallback(
	context: IExecuteFunctions,
	start: AwaitedStart,
): Promise<INodeExecutionData[]> {
	const input = (context.getInputData()[0]?.json ?? {}) as JsonObject;
	const callback = pendingCallback(start, input);
	const until = new Date(callback.until);
	const atLimit = noCallbackFailure(start);
	const json = failedJson(context.getNode(), atLimit);
	const item: INodeExecutionData = {
		json: isKnownByKeys(context) ? json : { error: json.error },
		// The one place of an item in which every node of n8n lets something stand that it does not know.
		pairedItem: { item: 0, callback } as INodeExecutionData['pairedItem'],
	};
	const waiting: IDataObject = { waitingFor: atLimit.slug, waitingUntil: until.toISOString() };

	await context.putExecutionToWait(until);
	// In the place of the input, and not in it: the node before this one shows the same items as its output.
	context.getExecuteData().data.main = [[item]];
	return [{ json: waiting, pairedItem: { item: 0 } }];
}

/**
 * Whether n8n sends a stored item with `error` and `details` to the error branch: from 2.34 on, which is
 * told by what n8n-workflow exports. Before, it takes only an item without any other key.
 */
function isKnownByKeys(context: IExecuteFunctions): boolean {
	const hasBranch = context.getNode().onError === 'continueErrorOutput';
	return !hasBranch || 'resolveSupportedCredentialActivation' in n8nWorkflow;
}
