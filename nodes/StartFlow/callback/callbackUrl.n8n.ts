import type { IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { addToContext } from '../context/path';
import { isOnThisMachine } from '../credential/access';
import type { FlowCredential } from '../credential/flowCredential';
import { getResumeUrl, isTool } from '../n8n/internals';
import type { Operation } from '../operation';
import { UserError } from '../shared/userError';
import { dependsOnItem } from '../shared/expression';
import type { AwaitedCallback } from '../start/itemStart';
import { parseWaitLimit } from './description';

interface CallbackUrlAdder {
	/** The dotted path in the context that gets the URL. Empty if the operation needs no callback. */
	field: string;
	/** @throws UserError if the service could not call back. */
	add: (
		context: unknown,
		itemIndex: number,
		credential: FlowCredential,
	) => { context: unknown; callback?: AwaitedCallback };
}

/**
 * Creates what adds the callback URL to a context, if the operation is Start and Wait.
 * @throws UserError if n8n could not wait for a callback, or not accept it.
 */
export function createCallbackUrlAdder(
	n8n: IExecuteFunctions,
	operation: Operation,
	storedCredential: unknown,
): CallbackUrlAdder {
	if (operation !== 'startAndWait') {
		return { field: '', add: (context) => ({ context }) };
	}
	requireAbleToWait(n8n, storedCredential);
	const field = String(n8n.getNodeParameter('callbackField', 0));
	return {
		field,
		add: (context, itemIndex, { baseUrl }) => {
			const getParameter = (name: string) => n8n.getNodeParameter(name, itemIndex);
			const limit = parseWaitLimit(getParameter('waitLimit'), getParameter('waitUnit'));
			const id = randomUUID();
			const url = createCallbackUrl(getResumeUrl(n8n, itemIndex), id, baseUrl);
			// The flow's example often has this field, so a form may have filled it.
			const replace = { canReplace: true };
			const newContext = addToContext(context, 'Callback URL Field', field, url, replace);
			return { context: newContext, callback: { id, limit } };
		},
	};
}

function requireAbleToWait(n8n: IExecuteFunctions, storedCredential: unknown): void {
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

export const ID_PARAMETER = 'callbackId';

/**
 * Adds a secret id to the address at which n8n resumes the execution: all waits of an execution share this address.
 * @throws UserError if the service cannot reach it.
 */
function createCallbackUrl(resumeUrl: string, id: string, serviceUrl: string): string {
	const url = new URL(resumeUrl);
	if (isOnThisMachine(url.hostname) && !isOnThisMachine(new URL(serviceUrl).hostname)) {
		throw new UserError(
			`The flow cannot call back, because only n8n's own machine can reach its address ${url.origin}`,
			"Set the environment variable WEBHOOK_URL to n8n's public address and restart n8n. In queue mode, each worker needs it too.",
		);
	}
	url.searchParams.set(ID_PARAMETER, id);
	return url.href;
}
