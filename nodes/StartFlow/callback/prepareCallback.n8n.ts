import type { IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { isOnThisMachine, parseWebAddress } from '../credential/address';
import { getResumeUrl, isTool } from '../n8n/internals';
import { dependsOnItem } from '../shared/expression';
import { shorten } from '../shared/text';
import { evaluate, UserError } from '../shared/userError';
import type { AwaitedCallback } from '../start/itemStart';
import { parseWaitLimit } from './parameters';
import { ID_PARAMETER } from './pendingCallback';

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
