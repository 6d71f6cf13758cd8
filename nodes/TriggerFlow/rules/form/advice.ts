import { describeValue } from '../context/json';
import { NotSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';
import type { FormField } from './formFields';

const EXPECTED = {
	string: 'a text',
	number: 'a number',
	boolean: 'true or false',
	array: 'a list such as ["red", "blue"]',
	object: 'an object such as { "plan": "pro" }',
	dateTime: 'a date such as 2025-01-31T09:30:00Z',
};

/** What to do with a field whose value does not fit: its type cannot be chosen in the form. */
export function adviceFor({ type }: FormField): string {
	return `Give it ${EXPECTED[type]}, or remove the field (from the form, or with Map Automatically from the input).`;
}

export function misfit(field: FormField, value: unknown): NotSentError {
	const [expected] = EXPECTED[field.type].split(' such as');
	const found = typeof value === 'string' ? `"${shorten(value, 40)}"` : describeValue(value);
	return new NotSentError(
		`The field "${field.name}" should be ${expected}, but its value is ${found}`,
		adviceFor(field),
	);
}

export function emptyField({ name, type }: FormField): NotSentError {
	return new NotSentError(
		`The field "${name}" is empty`,
		`Give it ${EXPECTED[type]}, remove the field from the form, or turn on the option Leave Out Empty Fields.`,
	);
}

/** n8n's editor shows a switch without a value as on, and keeps none for it (seen on 2.40.7). */
export function unsetSwitch({ name }: FormField): NotSentError {
	return new NotSentError(
		`The switch "${name}" is new: click it to set it`,
		'It has no value yet, whatever the form shows: click it until it stands as you want it, or remove the field from the form.',
	);
}
