import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import type { ContextMode, CreateContextMode, ReadValues } from '../context/contextMode';
import { createCustomFieldsMode } from '../context/customFields';
import { createJsonMode } from '../context/jsonParameter';
import { createFormMode, type FormMode } from '../form/formMode';
import { UserError } from '../shared/userError';

const createEntireItemMode: CreateContextMode = () => ({
	read: ({ item }) => ({ labelSource: item, build: () => item }),
	listIdentifyingParameters: () => [],
});

const CONTEXT_MODES = [
	{
		name: 'Map Fields',
		value: 'form',
		description: "Fill in the fields of the flow's example",
		createMode: createFormMode,
	},
	{
		name: 'Custom Fields',
		value: 'fields',
		description: 'Drag fields in from the input panel, or type them',
		createMode: createCustomFieldsMode,
	},
	{
		name: 'JSON',
		value: 'json',
		description: 'Write a JSON object',
		createMode: createJsonMode,
	},
	{
		name: 'Entire Input Item',
		value: 'input',
		description: 'Send all fields of the input item',
		createMode: createEntireItemMode,
	},
];

export const contextParameter: INodeProperties = {
	displayName: 'Context',
	name: 'contextMode',
	type: 'options',
	noDataExpression: true,
	options: CONTEXT_MODES.map(({ name, value, description }) => ({ name, value, description })),
	default: 'form',
	description: 'The data that the flow starts with',
	// For n8n's AI builder.
	builderHint: {
		propertyHint:
			'Use "fields" or "json". "form" needs a list of fields that only the editor makes, for the flow that a person has chosen.',
	},
};

/** @throws UserError for a value that the parameter does not offer. */
export function selectContextMode(
	value: unknown,
	parameters: INodeParameters,
	readValues: ReadValues,
): ContextMode & Partial<Pick<FormMode, 'getFormState'>> {
	const mode = CONTEXT_MODES.find((candidate) => candidate.value === value);
	if (mode !== undefined) return mode.createMode(parameters, readValues);
	throw new UserError('Context has an unknown value', 'Choose one of its options.');
}
