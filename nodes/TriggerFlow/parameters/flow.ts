import type { INodeProperties } from 'n8n-workflow';

export const flow: INodeProperties[] = [
	{
		displayName: 'Flow',
		name: 'flow',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'By Slug',
				value: 'slug',
				description: 'Name the flow by the slug that its Start Event shows',
			},
		],
		default: 'slug',
		description: 'How to name the flow to start',
	},
	{
		displayName: 'Slug',
		name: 'slug',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. newsletter-sign-up-8f3k2m',
		description: 'The slug in the Start Event, with its suffix',
		displayOptions: { show: { flow: ['slug'] } },
	},
];
