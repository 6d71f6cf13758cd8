import { shownName } from '../context/fieldPath';
import type { JsonObject } from '../context/json';
import { NotSentError } from '../errors/failure';
import { shownFields } from './contextFromForm';
import { fieldsBeside, formFields, isStartedText, startValue, type FormField } from './formFields';
import type { FilledForm } from './readForm';

/**
 * The names of the fields that still send the example's value, in a form that is filled by hand: the texts
 * that nobody has put anything in the place of. A switch, a number or a list may well stand as in the
 * example; they are named with the texts where nobody has touched the form at all.
 *
 * @param form As it is written, expressions not evaluated.
 * @param replaced See `fieldsBeside`.
 */
export function untouchedFields(
	form: FilledForm,
	example: JsonObject,
	replaced?: string,
): string[] {
	if (form.mappingMode === 'autoMapInputData' || !form.value) return [];
	const written = form.value;
	const shown = shownFields(form.schema ?? []);
	const isStarted = (field: FormField) =>
		isStartedText(field, written[field.id], shown.get(field.id));
	const isEmpty = (value: unknown) => value === null || value === '';
	const all = fieldsBeside(formFields(example), replaced);
	const fields = all.filter((field) => !isEmpty(field.value) || isStarted(field));
	// A text that a person types stands there otherwise.
	const untouched = fields.filter(
		(field) =>
			isStarted(field) || JSON.stringify(written[field.id]) === JSON.stringify(startValue(field)),
	);
	const isAll = untouched.length === fields.length;
	return untouched.filter(({ type }) => isAll || type === 'string').map(({ name }) => name);
}

/**
 * The names of the text fields in which nothing stands, though the example has a text there: somebody has emptied
 * them, or they are new. n8n's editor leaves what it adds to a form of a changed request empty: when the list of
 * fields is refreshed, in 2.40 and newer also when the node is opened.
 *
 * @param form As it is written, expressions not evaluated.
 * @param replaced See `fieldsBeside`.
 */
export function emptiedTexts(form: FilledForm, example: JsonObject, replaced?: string): string[] {
	if (form.mappingMode === 'autoMapInputData') return [];
	const shown = shownFields(form.schema ?? []);
	const emptied = fieldsBeside(formFields(example), replaced).filter(
		({ id, type, value }) =>
			type === 'string' && Boolean(value) && shown.has(id) && (form.value?.[id] ?? '') === '',
	);
	return emptied.map(({ name }) => name);
}

/**
 * Refuses a form in which an example's text stands as an expression: n8n makes `{{ 00700 }}` of the text 00700
 * when a field is switched to Expression, which is 448, keeps that when it is switched back, and puts behind it
 * what is dragged onto the field.
 *
 * @param form As it is written, expressions not evaluated.
 * @throws NotSentError that names the field.
 */
export function refuseExampleAsCode(form: FilledForm, example: JsonObject): void {
	if (form.mappingMode === 'autoMapInputData') return;
	for (const { id, name, value } of formFields(example)) {
		const written = form.value?.[id];
		if (typeof value !== 'string' || typeof written !== 'string') continue;
		// An example may well be written as an expression is.
		if (value === '' || value.startsWith('$')) continue;
		if (!written.includes(`{{ ${value} }}`)) continue;
		throw new NotSentError(
			`The field "${shownName(name)}" has the example's text between {{ and }}, where n8n would compute it`,
			'n8n has put it there when the field was switched to Expression. Empty the field, then drag another one onto it or type the text anew.',
		);
	}
}
