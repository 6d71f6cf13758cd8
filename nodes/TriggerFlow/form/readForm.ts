import { convertField } from '../context/convertField';
import { place } from '../context/path';
import { findFlow, type FlowCredential } from '../credential/flowCredential';
import { NotSentError } from '../shared/failure';
import { maskText } from '../shared/mask';
import { listFirst, shorten } from '../shared/text';
import { formatPath, parseFieldId, type ContextType, type MapperField } from './formFields';

export interface SavedForm {
	mappingMode?: string;
	/** By field id. n8n saves no value of a field that nobody has touched. */
	value?: Record<string, unknown> | null;
	schema?: Array<Partial<MapperField> & { id: string; removed?: boolean }>;
}

export interface FormField {
	id: string;
	path: string[];
	name: string;
	type: ContextType | undefined;
	flow: string;
}

/** @throws NotSentError for a form without any field, and for a value that belongs to no field. */
export function readFields({ mappingMode, value, schema }: SavedForm): FormField[] {
	const fields = (schema ?? [])
		.filter(({ display, removed }) => display === true && removed !== true)
		.map(({ id, contextType, contextFlow = '' }) => {
			const path = parseFieldId(id);
			const name = shorten(formatPath(path), 200);
			return { id, path, name, type: contextType, flow: contextFlow };
		});
	if (fields.length === 0) {
		throw new NotSentError(
			'The form has no fields, so nothing was mapped',
			`Choose the flow again to see its fields. If its example has none, ${USE_CUSTOM_FIELDS}`,
		);
	}
	// Under Map Automatically, n8n may still keep values that were mapped by hand before.
	if (mappingMode === 'autoMapInputData') return fields;
	const unknownId = Object.keys(value ?? {}).find(
		(id) => !isEmpty(value?.[id]) && !schema?.some((field) => field.id === id),
	);
	if (unknownId === undefined) return fields;
	throw new NotSentError(
		`The form still has a value for "${shorten(unknownId, 80)}", a field that it no longer shows`,
		`Choose ⋮ → Refresh Field List beside the fields. To send a field that the example does not have, ${USE_CUSTOM_FIELDS}`,
	);
}

const USE_CUSTOM_FIELDS = 'set Context to Custom Fields.';

/** An empty value is not sent: no value, null, or text that contains only white space. */
export function isEmpty(value: unknown): boolean {
	const text = value ?? '';
	return typeof text === 'string' && text.trim() === '';
}

/**
 * @throws NotSentError if the form belongs to another flow of this credential. If the credential does not contain that flow,
 * nothing is refused: the form was made with the QA credential, and somebody is going live.
 */
export function requireFormFor(
	fields: FormField[],
	slug: string,
	credential: FlowCredential,
): void {
	const other = fields.find(({ flow }) => flow !== slug && findFlow(credential, flow));
	if (other === undefined) return;
	const show = (text: string) => shorten(maskText(text, credential.accessToken), 80);
	throw new NotSentError(
		`The form shows the fields of the flow "${show(other.flow)}", but the chosen flow is "${show(slug)}"`,
		'Choose ⋮ → Refresh Field List beside the fields, check the form, and run again.',
	);
}

/**
 * Builds the context of one item, nested and ordered like the fields. Empty fields are left out.
 * @param values By field id.
 * @param mappableFields The fields that the node does not fill itself. At least one of them must have a value.
 * @throws NotSentError if all of them are empty, or a value does not fit its field's type.
 */
export function buildContextFromForm(
	fields: FormField[],
	values: Record<string, unknown>,
	mappableFields: readonly FormField[] = fields,
): object {
	const context = {};
	const filledFields = fields.filter(({ id }) => !isEmpty(values[id]));
	for (const { id, path, name, type } of filledFields) {
		// There is always a place: no path of a form begins with another one.
		place(context, path, convertField(name, values[id], type));
	}
	const hasMappedValue = filledFields.some((field) => mappableFields.includes(field));
	if (hasMappedValue || mappableFields.length === 0) return context;
	const names = mappableFields.map(({ name }) => name);
	throw new NotSentError(
		'Every field of the form is empty, so there is nothing to send',
		`Map at least one field (${listFirst(names, 5)}). To start the flow with an empty context, set Context to Custom Fields and add no field.`,
	);
}
