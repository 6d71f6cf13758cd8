import type { INodeProperties } from 'n8n-workflow';

import { IS_REQUEST } from './pastedRequest';

const fromInput = {
	name: 'Entire Input Item',
	value: 'input',
	description: 'Send all fields of the input item',
};
const fields = {
	name: 'Fields',
	value: 'fields',
	description: 'Drag fields in from the input panel, or type them',
};
const json = { name: 'JSON', value: 'json', description: 'Write a JSON object' };
const none = { name: 'None', value: 'none', description: 'Send an empty context' };
const startEvent = {
	name: 'Start Event Form',
	value: 'startEvent',
	description: 'Fill in the fields of the pasted request',
};

export const context: INodeProperties[] = [
	{
		displayName: 'Context',
		name: 'contextMode',
		type: 'options',
		noDataExpression: true,
		options: [fromInput, fields, json, none],
		default: 'fields',
		description: 'The data that the flow starts with',
		displayOptions: { show: { flow: ['slug'] } },
	},
	{
		displayName: 'Context',
		name: 'contextMode',
		type: 'options',
		noDataExpression: true,
		options: [fromInput, fields, json, none, startEvent],
		default: 'startEvent',
		description: 'The data that the flow starts with',
		displayOptions: { show: { flow: ['startEvent'] } },
	},
	{
		// The form is fetched when it appears, and again when the node is opened. It does not name the
		// request under loadOptionsDependsOn: n8n would throw away what was mapped at every change of it.
		displayName: 'Form',
		name: 'contextMapping',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			resourceMapper: {
				resourceMapperMethod: 'contextForm',
				mode: 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: true,
				valuesLabel: 'Context Fields',
				hideNoDataError: true,
				refreshStaleSchemaOnOpen: true,
				allowEmptyValues: true,
			},
		},
		displayOptions: {
			show: { flow: ['startEvent'], contextMode: ['startEvent'], startEventRequest: [IS_REQUEST] },
		},
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
