import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { late, nobodyWaits, pendingCallback } from '../rules/callback/pendingCallback';
import type { JsonObject } from '../rules/context/json';
import {
	failed,
	type AnsweredStart,
	type AwaitedCallback,
	type ItemStart,
} from '../rules/starts/itemStart';
import { asStoredFailure } from './earlyN8n';
import { failedJson } from './outputItems';

type AwaitedStart = AnsweredStart & { ready: { callback: AwaitedCallback } };

/** Whether a flow was started that calls back. */
export function isAwaited(start: ItemStart): start is AwaitedStart {
	return start.kind === 'answered' && start.ready.callback !== undefined;
}

/** What was answered when the run was over: n8n puts it to wait no more. */
export function refuseTooLate(starts: ItemStart[]): ItemStart[] {
	return starts.map((start) =>
		isAwaited(start) ? failed(start.ready, start.attempts, nobodyWaits(start)) : start,
	);
}

/**
 * Puts the execution to wait for the callback of a flow that was started. n8n stores it when the node has
 * ended; when the time is up, what comes out is the node's stored input: so that is the item that says so.
 * Nothing may throw after this: the run would end, and nobody would take the callback.
 *
 * @returns What n8n shows while it waits.
 */
export async function waitForCallback(
	context: IExecuteFunctions,
	start: AwaitedStart,
): Promise<INodeExecutionData[]> {
	const { ready, attempts } = start;
	const until = new Date(Date.now() + ready.callback.limit.ms);
	const input = (context.getInputData()[0]?.json ?? {}) as JsonObject;
	const callback = pendingCallback(ready.callback.id, start, input);
	const atLimit = failed(ready, attempts, late(start, ready.callback.limit));
	const item = asStoredFailure(context, {
		json: failedJson(context.getNode(), atLimit),
		// The one place of an item in which every node of n8n lets something stand that it does not know.
		pairedItem: { item: 0, callback } as INodeExecutionData['pairedItem'],
	});
	const waiting: IDataObject = { waitingFor: atLimit.slug, waitingUntil: until.toISOString() };

	await context.putExecutionToWait(until);
	// In the place of the input, and not in it: the node before this one shows the same items as its output.
	context.getExecuteData().data.main = [[item]];
	return [{ json: waiting, pairedItem: { item: 0 } }];
}
