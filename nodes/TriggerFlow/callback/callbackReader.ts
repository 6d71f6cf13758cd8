import type { IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import type { FlowCredential } from '../credential/flowCredential';
import { NotSentError } from '../shared/failure';
import type { AwaitedCallback } from '../start/itemStart';
import { isTool } from '../tool/agentCall';
import { callbackUrl, readWaitLimit, withCallbackUrl } from './callbackUrl';

/** A context with the URL to call back, where the operation has one. */
export type CallbackReader = (
	context: unknown,
	itemIndex: number,
	credential: FlowCredential,
) => { context: unknown; callback?: AwaitedCallback };

/** @throws NotSentError where n8n could not wait. */
export function callbackReader(context: IExecuteFunctions): CallbackReader {
	if (context.getNode().parameters.operation !== 'startAndWait') {
		return (given) => ({ context: given });
	}
	refuseSeveral(context);
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

/** An execution waits in one place at a time, and for one callback. */
function refuseSeveral(context: IExecuteFunctions): void {
	if (isTool(context.getNode())) {
		throw new NotSentError(
			'Start and Wait does not work as a tool of an AI agent, because an agent does not wait',
			'Set Operation to Start, or let the agent call a workflow that contains this node.',
		);
	}
	const count = context.getInputData().length;
	if (count <= 1) return;
	throw new NotSentError(
		`Start and Wait accepts one item at a time, but received ${count}`,
		'Put Loop Over Items with a batch size of 1 in front of this node.',
	);
}
