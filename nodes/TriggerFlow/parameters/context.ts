import type { INodeProperties } from 'n8n-workflow';

export const context: INodeProperties[] = [
	{
		displayName: 'Context',
		name: 'contextMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Entire Input Item',
				value: 'input',
				description: 'Send all fields of the input item',
			},
			{
				name: 'Fields',
				value: 'fields',
				description: 'Drag fields in from the input panel, or type them',
			},
			{
				name: 'JSON',
				value: 'json',
				description: 'Write a JSON object',
			},
			{
				name: 'None',
				value: 'none',
				description: 'Send an empty context',
			},
		],
		default: 'fields',
		description: 'The data that the flow starts with',
	},
	{
		displayName: 'Fields',
		name: 'contextFields',
		type: 'assignmentCollection',
		default: {},
		description: 'A dot in a name nests: session.plan becomes the field plan inside session',
		displayOptions: { show: { contextMode: ['fields'] } },
	},
	{
		displayName: 'JSON',
		name: 'contextJson',
		type: 'json',
		typeOptions: { rows: 6 },
		default: '{\n  \n}',
		placeholder: '{ "email": "ada@example.com" }',
		description: 'A JSON object; names and texts stand in double quotes',
		displayOptions: { show: { contextMode: ['json'] } },
	},
];
