import type { INodeProperties } from 'n8n-workflow';

import { HOLDS_TOKEN, IS_SOMETHING_ELSE } from './pastedRequest';

export const flow: INodeProperties[] = [
	{
		displayName: 'Flow',
		name: 'flow',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'From Start Event Request',
				value: 'startEvent',
				description: "Paste the request from the flow's Start Event and get a form for its fields",
			},
			{
				name: 'By Slug',
				value: 'slug',
				description: 'Name the flow by its slug, which may be an expression',
			},
		],
		default: 'startEvent',
	},
	{
		displayName: 'Start Event Request',
		name: 'startEventRequest',
		type: 'string',
		typeOptions: { rows: 4 },
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
