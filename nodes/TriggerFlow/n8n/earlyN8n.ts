import * as n8nWorkflow from 'n8n-workflow';
import {
	NodeHelpers,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { isTool } from './tool';

/**
 * Takes from the node what an early n8n has but does wrong for a node of a community package: the
 * versions in which a helper for nodes turns a node into a tool (seen in 1.60, not in 1.82).
 *
 * - A node that is usable as a tool becomes one at its first run: its error branch loses all items,
 *   and the tool itself does not load.
 * - A connection test that is a function of the node is looked for under a wrong name.
 */
export function adaptToEarlyN8n(description: INodeTypeDescription, helpers: object = NodeHelpers) {
	if (!('convertNodeToAiTool' in helpers)) return;
	delete description.usableAsTool;
	for (const credential of description.credentials ?? []) delete credential.testedBy;
}

/**
 * A request's body, and for an early n8n one by which the request ends: its HTTP helpers end none by a
 * signal (1.60), or not all (1.82; seen: all of 1.100). To the HTTP library it is a stream: one that
 * closes before its end breaks off the request, at any time.
 */
export function bodyThatEnds(
	text: string | undefined,
	end: AbortSignal,
	brings: object = n8nWorkflow,
): object | undefined {
	// As bytes: the HTTP library would parse a text that claims to be JSON, to write it anew.
	if ('NodeConnectionTypes' in brings) return text === undefined ? undefined : Buffer.from(text);
	return {
		on: (event: string, listener: () => void) => {
			if (event === 'close') end.addEventListener('abort', () => listener());
		},
		once: () => {},
		pipe: (request: { end: (text?: string) => void }) => request.end(text),
	};
}

/**
 * Whether n8n drops what further tries of "Retry On Fail" give where the node goes on after failures: an
 * early one makes them all, and then goes on with what the first one gave (seen: 1.60 and 1.82, not 1.100,
 * which is told by what it brings). What they started would be told as not started.
 */
export function dropsFurtherTries(
	context: IExecuteFunctions,
	brings: object = n8nWorkflow,
): boolean {
	return !('NodeConnectionTypes' in brings) && !isTool(context.getNode());
}

/**
 * A failed item that n8n stores, and sends to the error branch later: without the node, so nothing that is
 * not JSON can mark it. n8n knows it
 *
 * - by its keys (from 2.34 on);
 * - where it has no key but `error` (1.123 to 2.33, seen in 1.123, 2.0, 2.4 and 2.20). What else would mark
 *   it also takes all but its message away, and so do further keys with the mark;
 * - by `item.error`, which n8n takes off again (seen: 1.60, 1.82, 1.100).
 */
export function asStoredFailure(
	context: IExecuteFunctions,
	item: INodeExecutionData & { json: { error: string } },
	brings: object = n8nWorkflow,
): INodeExecutionData {
	const hasBranch = context.getNode().onError === 'continueErrorOutput';
	if (!hasBranch || 'resolveSupportedCredentialActivation' in brings) return item;
	const { error: message } = item.json;
	if ('sleepWithAbort' in brings) return { ...item, json: { error: message } };
	return { ...item, error: { message } as INodeExecutionData['error'] };
}
