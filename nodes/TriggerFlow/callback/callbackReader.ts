import type { IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { withValueAt } from '../context/path';
import { isLoopback } from '../credential/access';
import type { FlowCredential } from '../credential/flowCredential';
import { NotSentError } from '../shared/failure';
import { dependsOnItem } from '../shared/memoize';
import { shorten } from '../shared/text';
import type { AwaitedCallback } from '../start/itemStart';
import { isTool } from '../tool/tool';

/** A context with the URL to call back, where the operation has one. */
type CallbackReader = (
	context: unknown,
	itemIndex: number,
	credential: FlowCredential,
) => { context: unknown; callback?: AwaitedCallback };

/** @throws NotSentError where n8n could not wait, or not take what comes. */
export function callbackReader(context: IExecuteFunctions, stored: unknown): CallbackReader {
	if (context.getNode().parameters.operation !== 'startAndWait') {
		return (given) => ({ context: given });
	}
	refuseSeveral(context);
	// There is no item when a callback comes.
	if (dependsOnItem(stored)) {
		throw new NotSentError(
			'Start and Wait needs a credential with fixed fields',
			'Select a credential whose fields contain no expressions.',
		);
	}
	return (given, itemIndex, { baseUrl }) => {
		const parameter = (name: string) => context.getNodeParameter(name, itemIndex);
		const limit = readWaitLimit(parameter('waitLimit'), parameter('waitUnit'));
		const resumeUrl = context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex);
		const id = randomUUID();
		const url = callbackUrl(String(resumeUrl), id, baseUrl);
		const path = parameter('callbackField');
		const called = withValueAt(given, 'Callback URL Field', path, url, { replaces: true });
		return { context: called, callback: { id, limit } };
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

export const ID_PARAMETER = 'callbackId';

/**
 * The address that a flow calls back: that at which n8n resumes the execution, and an id that nobody can
 * guess. All waits of an execution share n8n's address, and n8n 1.x does not protect it.
 * @param serviceUrl The endpoint URL that the start goes to.
 * @throws NotSentError where the service cannot reach it.
 */
export function callbackUrl(resumeUrl: string, id: string, serviceUrl: string): string {
	const url = new URL(resumeUrl);
	if (isLoopback(url.hostname) && !isLoopback(new URL(serviceUrl).hostname)) {
		throw new NotSentError(
			`The flow cannot call back, because only this machine can reach n8n's address ${url.origin}`,
			"Set the environment variable WEBHOOK_URL to n8n's public address and restart n8n. In queue mode, each worker needs it too.",
		);
	}
	url.searchParams.set(ID_PARAMETER, id);
	return url.href;
}

const UNITS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** Ten years, in ms. n8n would wait forever for a date that is much later. */
const LONGEST = 3_650 * UNITS.days;

/**
 * How long to wait for a callback. An expression may give the number itself or its text.
 * @throws NotSentError for anything but a time above 0, of ten years at most.
 */
export function readWaitLimit(limit: unknown, unit: unknown): AwaitedCallback['limit'] {
	const number = typeof limit === 'string' ? Number(limit) : limit;
	if (typeof number === 'number' && number > 0) {
		// NaN for an unknown unit.
		const ms = number * UNITS[unit as keyof typeof UNITS];
		const words = `${number} ${number === 1 ? String(unit).slice(0, -1) : String(unit)}`;
		if (ms <= LONGEST) return { ms, words };
	}
	throw new NotSentError(
		`Limit Wait Time is "${shorten(`${String(limit)} ${String(unit)}`, 40)}", but must be more than 0 and at most ten years`,
		'Enter a number such as 24, and choose minutes, hours or days.',
	);
}
