import { NotSentError } from '../errors/failure';
import { firstOf, shorten } from '../errors/shorten';
import type { JsonObject } from '../context/json';
import { contextFromForm, shownFields, type FormReading } from './contextFromForm';
import { fieldsBeside, formFields, type FormField } from './formFields';
import { valuesFromInput, type MappingGaps } from './valuesFromInput';

/** The form as n8n keeps it: what the person filled in, and the fields that they saw. */
export interface FilledForm {
	mappingMode?: string;
	value?: Record<string, unknown> | null;
	schema?: Array<{ id: string; displayName?: string; type?: string; removed?: boolean }>;
}

/**
 * The context of one item from the filled form: by hand, or automatically from the item's fields, with what
 * that did not bring together.
 *
 * @param example The example context of the pasted request.
 * @throws NotSentError when the form belongs to another request, or a field does not fit.
 */
export function readForm(
	form: FilledForm,
	example: JsonObject,
	item: JsonObject,
	how: FormReading = {},
): { context: object; gaps?: MappingGaps } {
	const fields = formFields(example);
	if (form.mappingMode === 'autoMapInputData') {
		const { values, gaps } = valuesFromInput(item, fieldsBeside(fields, how.replaced));
		// Nobody has written these values.
		return { context: contextFromForm(values, fields, new Map(), { ...how, written: {} }), gaps };
	}

	const { schema = [], value } = form;
	// n8n keeps an empty form where the node was not opened since its credential was made.
	const isFilled = schema.length > 0 || Object.keys(value ?? {}).length > 0;
	if (fields.length > 0 && (!value || !isFilled)) throw unfilledForm();
	if (schema.length > 0) refuseOtherFields(schema, fields);
	return { context: contextFromForm(value ?? {}, fields, shownFields(schema), how) };
}

function unfilledForm(): NotSentError {
	return new NotSentError(
		'The form for the context has not been filled',
		'Choose the flow in Flow to Start, or close this node and open it again: the form then shows the fields of the flow. To start it with an empty context, set Context to None.',
	);
}

/**
 * n8n keeps the form while a request is pasted over another: else it would drop what was mapped.
 *
 * @throws NotSentError that names the fields which one has and the other has not.
 */
function refuseOtherFields(schema: NonNullable<FilledForm['schema']>, fields: FormField[]): void {
	const shown = new Set(schema.map(({ id }) => id));
	const asked = new Set(fields.map(({ id }) => id));
	const missing = fields.filter(({ id }) => !shown.has(id)).map(({ name }) => name);
	const surplus = schema
		.filter(({ id }) => !asked.has(id))
		.map(({ id, displayName }) => displayName ?? id);
	if (missing.length + surplus.length === 0) return;
	const differences = [
		...(missing.length > 0 ? [`it lacks ${listed(missing)}`] : []),
		...(surplus.length > 0 ? [`it has ${listed(surplus)}`] : []),
	];
	throw new NotSentError(
		`The form shows the fields of an earlier or another request: ${differences.join(', and ')}`,
		"The flow's request may be a newer one, or that of another environment. Beside Context Fields, choose ⋮ → Refresh Field List: the form then shows the fields of the flow, keeps what you filled in, and leaves what is new empty.",
	);
}

function listed(names: string[]): string {
	return firstOf(
		names.map((name) => `"${shorten(name, 60)}"`),
		5,
	);
}
