import type { INodeProperties } from 'n8n-workflow';

const EMPTY_FORM = { mappingMode: 'defineBelow', value: null };

export const context: INodeProperties[] = [
	{
		displayName: 'Context',
		name: 'contextMode',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Map Fields',
				value: 'form',
				description: "Fill in the fields of the flow's example",
			},
			{
				name: 'Custom Fields',
				value: 'fields',
				description: 'Drag fields in from the input panel, or type them',
			},
			{ name: 'JSON', value: 'json', description: 'Write a JSON object' },
			{
				name: 'Entire Input Item',
				value: 'input',
				description: 'Send all fields of the input item',
			},
		],
		default: 'form',
		description: 'The data that the flow starts with',
	},
	{
		displayName: 'Fields',
		name: 'contextMapping',
		type: 'resourceMapper',
		noDataExpression: true,
		default: EMPTY_FORM,
		typeOptions: {
			loadOptionsDependsOn: ['flow.value'],
			resourceMapper: {
				resourceMapperMethod: 'contextForm',
				mode: 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: true,
				valuesLabel: 'Context Fields',
				hideNoDataError: true,
				allowEmptyValues: true,
			},
		},
		displayOptions: { show: { contextMode: ['form'] }, hide: { flow: [''] } },
	},
	// Two notices of the same name in its place: n8n drops the value of a parameter that nothing shows.
	{
		displayName: 'Choose a flow to see its fields',
		name: 'contextMapping',
		type: 'notice',
		default: EMPTY_FORM,
		displayOptions: { show: { contextMode: ['form'], flow: [''] }, hide: { '@tool': [true] } },
	},
	{
		displayName: 'Your mapping under Map Fields is kept',
		name: 'contextMapping',
		type: 'notice',
		default: EMPTY_FORM,
		displayOptions: { hide: { contextMode: ['form'], '@tool': [true] } },
	},
	{
		displayName: 'Fields',
		name: 'contextFields',
		type: 'assignmentCollection',
		default: {},
		description: 'Use a dot to nest a field. For example, session.plan puts plan inside session.',
		displayOptions: { show: { contextMode: ['fields'] } },
	},
	{
		displayName: 'JSON',
		name: 'contextJson',
		type: 'json',
		typeOptions: { rows: 6 },
		default: '{\n  \n}',
		placeholder: 'e.g. { "email": "ada@example.com" }',
		description: 'A JSON object, with names and text in double quotes',
		displayOptions: { show: { contextMode: ['json'] } },
	},
];
