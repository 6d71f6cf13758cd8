import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { failedItemJson } from '../answer/toItems';
import { isOnThisMachine, parseWebAddress } from '../credential/address';
import { summarizeBody } from '../http/bodySummary';
import { getResumeUrl, isTool, replaceStoredInput } from '../n8n/internals';
import { routesFailedItemWithDetails } from '../n8n/run';
import { createFailure } from '../outcome/judge';
import type { Failure } from '../outcome/outcomes';
import { dependsOnItem } from '../shared/expression';
import type { JsonObject } from '../shared/json';
import { declareMasked, type Masked } from '../shared/mask';
import { shorten } from '../shared/text';
import { evaluate, toSingleText, UserError } from '../shared/userError';
import type { AwaitedCallback, AwaitedStart } from '../start/itemStart';
import { parseWaitLimit } from './parameters';
import { createPendingCallback, ID_PARAMETER } from './pendingCallback';

/** @throws UserError if n8n could not wait for a callback, or not accept it. */
export function requireAbleToWait(n8n: IExecuteFunctions, storedCredential: unknown): void {
	if (isTool(n8n.getNode())) {
		throw new UserError(
			'Start and Wait for Callback does not work as a tool of an AI agent, because an agent does not wait',
			'Set Operation to Start, or let the agent call a workflow that contains this node.',
		);
	}
	// An execution waits in one place at a time, for one callback.
	const count = n8n.getInputData().length;
	if (count > 1) {
		throw new UserError(
			`Start and Wait for Callback accepts one item at a time, but received ${count}`,
			'Put Loop Over Items with a batch size of 1 in front of this node.',
		);
	}
	// When a callback comes, there is no item to evaluate an expression for.
	if (dependsOnItem(storedCredential)) {
		throw new UserError(
			'Start and Wait for Callback needs a credential with fixed fields',
			'Select a credential whose fields do not depend on the item.',
		);
	}
}

/**
 * Creates a callback to wait for. Its URL is the address at which n8n resumes the execution, with a secret id, because all waits
 * of an execution share this address.
 * @throws UserError for a wrong limit, and if the service cannot reach n8n's address.
 */
export function createCallback(
	n8n: IExecuteFunctions,
	itemIndex: number,
	serviceUrl: string,
): AwaitedCallback {
	const getParameter = (name: string) =>
		evaluate('Limit Wait Time or its unit', () => n8n.getNodeParameter(name, itemIndex));
	const limit = parseWaitLimit(getParameter('waitLimit'), getParameter('waitUnit'));
	const resumeUrl = getResumeUrl(n8n, itemIndex);
	const url = parseWebAddress(resumeUrl);
	if (url === undefined) {
		throw new UserError(
			`The flow cannot call back, because n8n's address is incomplete: ${shorten(resumeUrl, 50)}`,
			'Set the environment variable WEBHOOK_URL to an address that begins with https://, and restart n8n.',
		);
	}
	if (isOnThisMachine(url.hostname) && !isOnThisMachine(new URL(serviceUrl).hostname)) {
		throw new UserError(
			`The flow cannot call back, because only n8n's own machine can reach its address ${url.origin}`,
			"Set the environment variable WEBHOOK_URL to n8n's public address and restart n8n. In queue mode, each worker needs it too.",
		);
	}
	const id = randomUUID();
	url.searchParams.set(ID_PARAMETER, id);
	return { id, limit, url: url.href };
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
	const pendingCallback = createPendingCallback(start, input, Date.now());
	const node = n8n.getNode();
	const failedJson = failedItemJson(node, { ...start, failure: createNoCallbackFailure(start) });
	const needsBareError = node.onError === 'continueErrorOutput' && !routesFailedItemWithDetails();
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

/** The failure if no callback comes. An item has no advice, so its message says what to do next. */
function createNoCallbackFailure(start: AwaitedStart): Masked<Failure> {
	const problem = `The flow "{slug}" did not call back (limit: ${start.callback.limit.words})`;
	const { body } = summarizeBody(start.answer, start.credential.accessToken);
	const cause = declareMasked({ reason: `No callback within ${start.callback.limit.words}`, body });
	const failure = createFailure({ outcome: 'noCallback', problem }, start, cause);
	const { message, advice, adviceWithoutRetry } = failure;
	const description = `${advice} ${adviceWithoutRetry}`;
	return declareMasked({ ...failure, message: toSingleText({ message, description }) });
}
