import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { IS_NO_REQUEST, IS_REQUEST } from './pastedRequest';

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
	description: "Fill in the fields of the flow's request",
};

const EMPTY_FORM = { mappingMode: 'defineBelow', value: null };

export const context: INodeProperties[] = [
	mode(['slug'], 'fields', [fromInput, fields, json, none]),
	mode(['list', 'startEvent'], 'startEvent', [fromInput, fields, json, none, startEvent]),
	// Fetched when it appears, and again when the node is opened or another flow is chosen. Another credential
	// keeps what is mapped.
	form({ flow: ['list'], contextMode: ['startEvent'] }, ['listedFlow.value']),
	// It does not depend on the request: n8n would throw away what was mapped at every change of it. It is
	// fetched when it appears, with the request.
	form({ flow: ['startEvent'], contextMode: ['startEvent'], startEventRequest: [IS_REQUEST] }),
	// Of the same name, while there is no request: n8n drops the value of what is not shown, and with it all
	// that was mapped when the request is emptied to paste another one.
	{
		displayName: 'The form appears here; what was mapped is kept',
		name: 'contextMapping',
		type: 'notice',
		default: EMPTY_FORM,
		displayOptions: {
			show: {
				flow: ['startEvent'],
				contextMode: ['startEvent'],
				startEventRequest: [IS_NO_REQUEST],
			},
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

function mode(flow: string[], byDefault: string, options: INodePropertyOptions[]): INodeProperties {
	return {
		displayName: 'Context',
		name: 'contextMode',
		type: 'options',
		noDataExpression: true,
		options,
		default: byDefault,
		description: 'The data that the flow starts with',
		displayOptions: { show: { flow } },
	};
}

function form(
	show: NonNullable<INodeProperties['displayOptions']>['show'],
	loadOptionsDependsOn?: string[],
): INodeProperties {
	return {
		displayName: 'Form',
		name: 'contextMapping',
		type: 'resourceMapper',
		noDataExpression: true,
		default: EMPTY_FORM,
		typeOptions: {
			...(loadOptionsDependsOn && { loadOptionsDependsOn }),
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
		displayOptions: { show },
	};
}
