import type { CreateContextMode } from '../context/contextMode';
import { createCustomFieldsMode } from '../context/customFields';
import { createJsonMode } from '../context/jsonParameter';
import { createFormMode } from '../form/formMode';
import { UserError } from '../shared/userError';

const createEntireItemMode: CreateContextMode = () => ({
	readContext: ({ item }) => ({ context: item }),
	readMapped: (_itemIndex, item) => item,
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
