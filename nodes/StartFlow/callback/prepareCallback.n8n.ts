import type { IExecuteFunctions, INodeProperties, IWebhookDescription } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { isOnThisMachine, parseWebAddress } from '../credential/address';
import { dependsOnItem, getResumeUrl, isTool } from '../n8n/internals';
import { shorten } from '../shared/text';
import { evaluate, ParameterError, UserError } from '../shared/userError';
import type { AwaitedCallback } from '../start/itemStart';

const DAY_MS = 86_400_000;

const UNITS = [
	{ name: 'Minutes', value: 'minutes', ms: 60_000 },
	{ name: 'Hours', value: 'hours', ms: 3_600_000 },
	{ name: 'Days', value: 'days', ms: DAY_MS },
];

const forStartAndWait = { show: { operation: ['startAndWait'] } };

export const callbackParameters: INodeProperties[] = [
	{
		displayName: 'Callback URL Field',
		name: 'callbackField',
		type: 'string',
		noDataExpression: true,
		required: true,
		default: 'callbackUrl',
		placeholder: 'e.g. meta.callbackUrl',
		description:
			'The context field that gets the callback URL. The flow must send a POST request to this URL when it is done. Then the workflow continues with the data of the request. Use a dot to nest it.',
		displayOptions: forStartAndWait,
	},
	{
		displayName: 'Limit Wait Time',
		name: 'waitLimit',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 24,
		description:
			'The longest time to wait for the callback. When it is over (n8n checks once a minute), the workflow continues with an item that has an error field.',
		displayOptions: forStartAndWait,
	},
	{
		displayName: 'Unit',
		name: 'waitUnit',
		type: 'options',
		options: UNITS.map(({ name, value }) => ({ name, value })),
		default: 'hours',
		displayOptions: forStartAndWait,
	},
];

/** Ten years. n8n would wait forever for a date that is much later. */
const MAX_WAIT_MS = 3_650 * DAY_MS;

/** Parses the longest wait. @throws UserError unless it is above 0 and at most ten years. */
export function parseWaitLimit(limit: unknown, unit: unknown): AwaitedCallback['limit'] {
	const count = Number(limit);
	const unitMs = UNITS.find(({ value }) => value === unit)?.ms ?? NaN;
	const ms = count * unitMs;
	const words = `${count} ${count === 1 ? String(unit).slice(0, -1) : String(unit)}`;
	if (ms > 0 && ms <= MAX_WAIT_MS) return { ms, words };
	throw new ParameterError(
		`Limit Wait Time is "${shorten(`${String(limit)} ${String(unit)}`, 40)}", but must be more than 0 and at most ten years`,
		'Enter a number such as 24, and choose minutes, hours or days.',
	);
}

export const WAITING_TOOLTIP =
	"={{ 'Waiting for the flow to send a POST request to the URL in ' + $parameter.callbackField + ' (limit in ' + $parameter.waitUnit + ': ' + $parameter.waitLimit + ')' }}";

/** The webhook at which n8n resumes an execution that waits in the node. No workflow begins with it. */
export const webhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		// Without it, n8n answers with the first item of the workflow.
		responseData: '',
		path: '',
		restartWebhook: true,
		isFullPath: true,
	},
];

/** The query parameter of the callback URL that holds the secret id. */
export const ID_PARAMETER = 'callbackId';

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
		throw createAddressError(`n8n's address is incomplete: ${shorten(resumeUrl, 50)}`);
	}
	if (isOnThisMachine(url.hostname) && !isOnThisMachine(new URL(serviceUrl).hostname)) {
		throw createAddressError(`only n8n's own machine can reach its address ${url.origin}`);
	}
	const id = randomUUID();
	url.searchParams.set(ID_PARAMETER, id);
	return { id, limit, url: url.href };
}

function createAddressError(problem: string): ParameterError {
	return new ParameterError(
		`The flow cannot call back, because ${problem}`,
		"Set the environment variable WEBHOOK_URL to n8n's public address, which begins with https://, and restart n8n. In queue mode, each worker needs it too.",
	);
}
