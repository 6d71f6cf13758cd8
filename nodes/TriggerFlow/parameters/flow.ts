import type { INodeProperties } from 'n8n-workflow';

import { HOLDS_TOKEN, IS_SOMETHING_ELSE } from './pastedRequest';

const howNamed: INodeProperties = {
	displayName: 'Flow',
	name: 'flow',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'From Credential',
			value: 'list',
			description: 'Choose one of the flows whose requests the credential holds',
		},
		{
			name: 'From Start Event Request',
			value: 'startEvent',
			description: "Paste the request from the flow's Start Event here, without its token",
		},
		{
			name: 'By Slug',
			value: 'slug',
			description: 'Name the flow by its slug, which may be an expression',
		},
	],
	default: 'list',
};

export const flow: INodeProperties[] = [
	// The default of package 0.1.0. n8n saves nothing of a parameter that has its default.
	{ ...howNamed, default: 'startEvent', displayOptions: { show: { '@version': [1] } } },
	{ ...howNamed, displayOptions: { hide: { '@version': [1] } } },
	{
		displayName: 'Flow to Start',
		name: 'listedFlow',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description:
			'A flow of the selected credential. Choosing it shows its form. Left empty, it is the only flow that the credential holds.',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'The only flow of the credential',
				typeOptions: { searchListMethod: 'searchFlows', searchable: true },
			},
		],
		displayOptions: { show: { flow: ['list'] } },
	},
	{
		displayName: 'Start Event Request',
		name: 'startEventRequest',
		type: 'string',
		typeOptions: { rows: 3 },
		noDataExpression: true,
		required: true,
		default: '',
		placeholder: "Paste the curl command from the flow's Start Event, without its token",
		description: 'Copy the request in the Start Event, paste it here, and remove the token from it',
		displayOptions: { show: { flow: ['startEvent'] } },
	},
	{
		displayName:
			'This request holds an access token. Remove it here, because workflows are exported and shared: the token belongs in the credential.',
		name: 'tokenNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { flow: ['startEvent'], startEventRequest: [HOLDS_TOKEN] } },
	},
	{
		displayName:
			'This does not look like the request of a Start Event: that begins with the word curl, and holds a slug and a context.',
		name: 'requestNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { flow: ['startEvent'], startEventRequest: [IS_SOMETHING_ELSE] } },
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
