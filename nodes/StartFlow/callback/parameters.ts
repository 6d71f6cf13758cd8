import type { INodeProperties, IWebhookDescription } from 'n8n-workflow';

import { shorten } from '../shared/text';
import { UserError } from '../shared/userError';
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
			'The context field that gets the callback URL. The flow sends a POST request to this URL when it is done. Use a dot to nest it.',
		displayOptions: forStartAndWait,
	},
	{
		displayName: 'Limit Wait Time',
		name: 'waitLimit',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 24,
		description:
			'The longest time to wait for the callback. n8n checks once a minute whether the time is over.',
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
	{
		displayName:
			'When the flow is done, it must send a POST request to the URL in <b>Callback URL Field</b>, and the workflow continues with its data. Leave that field empty below. If no request comes in time, the workflow continues with an item that has an <b>error</b> field.',
		name: 'waitNotice',
		type: 'notice',
		default: '',
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
	throw new UserError(
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
