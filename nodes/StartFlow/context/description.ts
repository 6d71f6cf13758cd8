import type { INodeProperties } from 'n8n-workflow';

export const contextMode: INodeProperties = {
	displayName: 'Context',
	name: 'contextMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Map Fields', value: 'form', description: "Fill in the fields of the flow's example" },
		{
			name: 'Custom Fields',
			value: 'fields',
			description: 'Drag fields in from the input panel, or type them',
		},
		{ name: 'JSON', value: 'json', description: 'Write a JSON object' },
		{ name: 'Entire Input Item', value: 'input', description: 'Send all fields of the input item' },
	],
	default: 'form',
	description: 'The data that the flow starts with',
	// For n8n's AI builder.
	builderHint: {
		propertyHint:
			'Use "fields" or "json". "form" needs a list of fields that only the editor makes, for the flow that a person has chosen.',
	},
};

export const contextFields: INodeProperties = {
	displayName: 'Fields',
	name: 'contextFields',
	type: 'assignmentCollection',
	default: {},
	description: 'Use a dot to nest a field. For example, session.plan puts plan inside session.',
	displayOptions: { show: { contextMode: ['fields'] } },
};

export const contextJson: INodeProperties = {
	displayName: 'JSON',
	name: 'contextJson',
	type: 'json',
	typeOptions: { rows: 6 },
	default: '',
	placeholder: 'e.g. { "email": "ada@example.com" }',
	description: 'A JSON object, with names and text in double quotes',
	displayOptions: { show: { contextMode: ['json'] } },
};
