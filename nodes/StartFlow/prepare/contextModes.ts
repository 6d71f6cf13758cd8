import type { INodeProperties } from 'n8n-workflow';

import type { CreateContextMode } from '../context/contextMode';
import { createCustomFieldsMode } from '../context/customFields';
import { createJsonMode } from '../context/jsonParameter';
import { createFormMode } from '../form/formMode';
import { UserError } from '../shared/userError';

export const contextParameter: INodeProperties = {
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

const createEntireItemMode: CreateContextMode = () => ({
	readContext: ({ item }) => ({ context: item }),
	readMapped: ({ item }) => item,
	listIdentifyingParameters: () => [],
});

/** By the value of the parameter Context. */
const CONTEXT_MODES = new Map<unknown, CreateContextMode>([
	['form', createFormMode],
	['fields', createCustomFieldsMode],
	['json', createJsonMode],
	['input', createEntireItemMode],
]);

/** @throws UserError for a value that the parameter does not offer. */
export function getContextMode(value: unknown): CreateContextMode {
	const createMode = CONTEXT_MODES.get(value);
	if (createMode !== undefined) return createMode;
	throw new UserError('Context has an unknown value', 'Choose one of its options.');
}
