import type { JsonObject } from '../context/json';
import { formFields, isStartedText, startValue, type FormField } from './formFields';
import type { FilledForm } from './readForm';

/**
 * The names of the fields that still send the example's value, in a form that is filled by hand: the texts
 * that nobody has put anything in the place of. A switch, a number or a list may well stand as in the
 * example; they are named with the texts where nobody has touched the form at all.
 *
 * @param form As it is written, expressions not evaluated.
 */
export function untouchedFields(form: FilledForm, example: JsonObject): string[] {
	if (form.mappingMode === 'autoMapInputData' || !form.value) return [];
	const written = form.value;
	const isEmpty = (value: unknown) => value === null || value === '';
	const fields = formFields(example).filter(
		(field) => !isEmpty(field.value) || isStartedText(field, written[field.id]),
	);
	const untouched = fields.filter((field) => isUntouched(field, written[field.id]));
	const isAll = untouched.length === fields.length;
	return untouched.filter(({ type }) => isAll || type === 'string').map(({ name }) => name);
}

/** Whether a field stands as the form was started. A text that a person types stands there otherwise. */
function isUntouched(field: FormField, written: unknown): boolean {
	return (
		isStartedText(field, written) || JSON.stringify(written) === JSON.stringify(startValue(field))
	);
}
