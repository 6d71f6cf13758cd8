import type { FormField } from '../nodes/TriggerFlow/rules/startEvent/formFields.ts';

/** The form's fields as n8n's editor saves them beside the form's values. */
export function formSchema(fields: readonly FormField[]): object[] {
	return fields.map(({ id, name, type }) => ({
		id,
		displayName: name,
		type,
		required: false,
		defaultMatch: false,
		display: true,
		removed: false,
	}));
}
