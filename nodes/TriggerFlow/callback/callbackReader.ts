import type { IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { storedFields } from '../credential/credentialReader';
import type { FlowCredential } from '../credential/flowCredential';
import { NotSentError } from '../shared/failure';
import { dependsOnItem } from '../shared/memoize';
import type { AwaitedCallback } from '../start/itemStart';
import { isTool } from '../tool/agentCall';
import { callbackUrl, withCallbackUrl, readWaitLimit } from './callbackUrl';
import { KEPT_PENDING, PENDING } from './description';

/** A context with the URL to call back, where the operation has one. */
export type CallbackReader = (
	context: unknown,
	itemIndex: number,
	credential: FlowCredential,
) => { context: unknown; callback?: AwaitedCallback };

/** @throws NotSentError where n8n could not wait, or not take what comes. */
export async function callbackReader(context: IExecuteFunctions): Promise<CallbackReader> {
	if (context.getNode().parameters.operation !== 'startAndWait') {
		return (given) => ({ context: given });
	}
	refuseSeveral(context);
	refuseForeignId(context);
	await refuseCredentialOfItem(context);
	return awaitCallback(context);
}

/** An execution waits in one place at a time, and for one callback. */
function refuseSeveral(context: IExecuteFunctions): void {
	if (isTool(context.getNode())) {
		throw new NotSentError(
			'Start and Wait does not work as a tool of an AI agent, because an agent does not wait',
			'Set Operation to Start, or let the agent call a workflow that has this node in it.',
		);
	}
	const count = context.getInputData().length;
	if (count <= 1) return;
	throw new NotSentError(
		`Start and Wait accepts one item at a time, but received ${count}`,
		'Put Loop Over Items with a batch size of 1 in front of this node.',
	);
}

/** Nobody can see the parameter in n8n's editor, but whoever writes a workflow by hand can give it an id of their own. */
function refuseForeignId(context: IExecuteFunctions): void {
	const { [PENDING]: pending = KEPT_PENDING } = context.getNode().parameters;
	if (pending === KEPT_PENDING) return;
	throw new NotSentError(
		'The node would take a callback that belongs to no start of its own: its hidden parameter pendingCallback was changed',
		'Somebody has written that into the workflow by hand, perhaps to call it back themselves. Put a new Trigger Flow node in the place of this one.',
	);
}

/** When a callback comes, there is no item, and without the token nothing of it can be masked. */
async function refuseCredentialOfItem(context: IExecuteFunctions): Promise<void> {
	if (!dependsOnItem(await storedFields(context))) return;
	throw new NotSentError(
		'Start and Wait does not work with a credential whose fields are expressions that use the item',
		'Select a credential with fixed fields: a node of its own for each customer, behind a Switch for example.',
	);
}

function awaitCallback(context: IExecuteFunctions): CallbackReader {
	return (given, itemIndex, { baseUrl }) => {
		const parameter = (name: string) => context.getNodeParameter(name, itemIndex);
		const limit = readWaitLimit(parameter('waitLimit'), parameter('waitUnit'));
		const resumeUrl = context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex);
		// Of 128 bits, 122 are random in each of them (RFC 9562).
		const id = `${randomUUID()}${randomUUID()}`.replaceAll('-', '');
		const url = callbackUrl(String(resumeUrl), id, baseUrl);
		return {
			context: withCallbackUrl(given, parameter('callbackField'), url),
			callback: { id, limit },
		};
	};
}
