import type { INodeProperties } from 'n8n-workflow';

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
				'Start the flow for one item, and output what it calls back with when it is done',
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
