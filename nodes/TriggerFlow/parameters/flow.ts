import type { INodeProperties } from 'n8n-workflow';

export const flow: INodeProperties = {
	displayName: 'Flow',
	name: 'flow',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The flow to start',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a flow...',
			typeOptions: { searchListMethod: 'searchFlows', searchable: true },
		},
		{
			displayName: 'By Slug',
			name: 'slug',
			type: 'string',
			placeholder: 'e.g. newsletter-sign-up-8f3k2m',
		},
	],
};
