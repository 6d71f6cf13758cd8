import type { INodeProperties } from 'n8n-workflow';

/**
 * Two hidden parameters for n8n's node panel, which treats a node with "Trigger" in its name as a trigger. Because of
 * `resource`, which has no options, it does not list the operations. Because of `event`, it lists one action. There is no
 * fallback.
 * If n8n changes this: the panel lists the node under triggers, or without an action.
 * Pinned by: test/editor/firstStart.mts
 */
export const nodePanel: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'hidden',
		default: 'flow',
	},
	{
		displayName: 'Event',
		name: 'event',
		type: 'hidden',
		options: [{ name: 'Start', value: 'start', action: 'Start a flow' }],
		default: 'start',
	},
];

export const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Start',
			value: 'start',
			action: 'Start a flow',
			description: 'Start the flow once for each item and output its answer',
		},
		{
			name: 'Start and Wait for Callback',
			value: 'startAndWait',
			action: 'Start a flow and wait for its callback',
			description:
				'Start the flow for one item, wait for its callback, and output the data of the callback',
		},
		{
			name: 'Preview Request',
			value: 'preview',
			action: 'Preview the request',
			description: 'Output the request that would start the flow, without sending it',
		},
	],
	default: 'start',
};
