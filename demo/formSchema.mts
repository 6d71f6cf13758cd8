import { shownAs, type FormField } from '../nodes/TriggerFlow/rules/form/formFields.ts';

/** The form's fields as n8n's editor saves them beside the form's values. */
export function formSchema(fields: readonly FormField[]): object[] {
	return fields.map((field) => ({
		id: field.id,
		displayName: field.name,
		type: shownAs(field),
		required: false,
		defaultMatch: false,
		display: true,
		removed: false,
	}));
}
