import type { INodeProperties } from 'n8n-workflow';

const whileWaiting = { show: { operation: ['startAndWait'] } };

/** The parameter by which `webhook()` reads what n8n has kept while it waited. */
export const PENDING = 'pendingCallback';

/** Where n8n has kept it: see `waitForCallback`. */
export const KEPT_PENDING = '={{ $input.item.pairedItem.callback }}';

export const callback: INodeProperties[] = [
	{
		displayName: 'Callback Field',
		name: 'callbackField',
		type: 'string',
		required: true,
		default: 'callbackUrl',
		placeholder: 'e.g. meta.callbackUrl',
		description:
			'The field of the context that gets the URL to call back. A dot nests. What the example has there is replaced.',
		displayOptions: whileWaiting,
	},
	// Of the same name, so that n8n keeps the value; empty, so that the request of a plain start stays as it is.
	{
		displayName: 'Callback Field',
		name: 'callbackField',
		type: 'string',
		default: '',
		placeholder: 'e.g. callbackUrl',
		description:
			'For a flow that you start with Start and Wait: the field of the context that gets the URL to call back. The preview shows a URL that calls nothing.',
		displayOptions: { show: { operation: ['preview'] } },
	},
	{
		displayName: 'Wait at Most',
		name: 'waitLimit',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 24,
		description:
			'How long to wait for the callback. n8n looks once a minute whether the time is up.',
		displayOptions: whileWaiting,
	},
	{
		displayName: 'Unit',
		name: 'waitUnit',
		type: 'options',
		options: [
			{ name: 'Days', value: 'days' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Minutes', value: 'minutes' },
		],
		default: 'hours',
		displayOptions: whileWaiting,
	},
	{
		displayName:
			'In <b>Callback Field</b>, the flow gets the URL to call back, whatever stands in that field above. When no callback comes in time, the workflow goes on with an item that has the field <b>error</b>: in the Settings of this node, set On Error to <b>Continue (using error output)</b> to get it on a branch of its own.',
		name: 'waitNotice',
		type: 'notice',
		default: '',
		displayOptions: whileWaiting,
	},
	{
		displayName: 'Pending Callback',
		name: PENDING,
		type: 'hidden',
		default: KEPT_PENDING,
		displayOptions: whileWaiting,
	},
];
