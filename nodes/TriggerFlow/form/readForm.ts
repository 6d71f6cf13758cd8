import { convertField } from '../context/convertField';
import { place } from '../context/path';
import { type FlowCredential, findFlow } from '../credential/flowCredential';
import { maskText } from '../secrets/mask';
import { NotSentError } from '../shared/failure';
import { firstOf, shorten } from '../shared/text';
import { pathOfId, readableName, type ContextType, type MapperField } from './formFields';

export interface SavedForm {
	mappingMode?: string;
	/** By field id. n8n keeps no value of a field that nobody has touched. */
	value?: Record<string, unknown> | null;
	schema?: Array<Partial<MapperField> & { id: string; removed?: boolean }>;
}

export interface FormField {
	id: string;
	path: string[];
	name: string;
	type: ContextType | undefined;
	/** The slug of the flow whose example the field is from. */
	flow: string;
}

/**
 * The fields that a saved form shows.
 * @throws NotSentError for a form without any field, and for a value that belongs to none.
 */
export function fieldsOf({ mappingMode, value, schema }: SavedForm): FormField[] {
	const fields = (schema ?? [])
		.filter(({ display, removed }) => display === true && removed !== true)
		.map(({ id, contextType, contextFlow = '' }) => {
			const path = pathOfId(id);
			const name = shorten(readableName(path), 200);
			return { id, path, name, type: contextType, flow: contextFlow };
		});
	if (fields.length === 0) {
		throw new NotSentError(
			'The form has no fields, so nothing was mapped',
			`Choose the flow again to see its fields. If its example has none, ${CUSTOM_FIELDS}`,
		);
	}
	// Under Map Automatically, n8n may still keep what was mapped by hand before.
	if (mappingMode === 'autoMapInputData') return fields;
	const known = new Set((schema ?? []).map(({ id }) => id));
	const unknown = Object.keys(value ?? {}).find((id) => !known.has(id) && !isEmpty(value?.[id]));
	if (unknown === undefined) return fields;
	throw new NotSentError(
		`The form still has a value for "${shorten(unknown, 80)}", a field that it no longer shows`,
		`Choose ⋮ → Refresh Field List beside the fields. To send a field that the example does not have, ${CUSTOM_FIELDS}`,
	);
}

const CUSTOM_FIELDS = 'set Context to Custom Fields.';

/** No value, null, or text of nothing but blanks: what is empty is not sent. */
export function isEmpty(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/**
 * Refuses the form of another flow. Where the credential lacks that one, somebody is going live with
 * a form that was made in QA.
 * @throws NotSentError
 */
export function refuseFormOfOtherFlow(
	fields: FormField[],
	slug: string,
	credential: FlowCredential,
): void {
	const other = fields.find(({ flow }) => flow !== slug && findFlow(credential, flow));
	if (other === undefined) return;
	const shown = (text: string) => shorten(maskText(text, credential.accessToken), 80);
	throw new NotSentError(
		`The form shows the fields of the flow "${shown(other.flow)}", but the chosen flow is "${shown(slug)}"`,
		'Choose ⋮ → Refresh Field List beside the fields, check the form, and run again.',
	);
}

/**
 * The context of one item: nested and ordered as the fields are, without those that are empty.
 * @param values By field id.
 * @param own Those of the fields that the node does not fill itself: the others do not count.
 * @throws NotSentError where all of them are empty, or a field does not fit its type.
 */
export function contextFromForm(
	fields: FormField[],
	values: Record<string, unknown>,
	own: readonly FormField[] = fields,
): object {
	const context = {};
	const filled = fields.filter(({ id }) => !isEmpty(values[id]));
	for (const { id, path, name, type } of filled) {
		place(context, path, convertField(name, values[id], type));
	}
	if (own.length === 0 || filled.some((field) => own.includes(field))) return context;
	const names = own.map(({ name }) => name);
	throw new NotSentError(
		'Every field of the form is empty, so there is nothing to send',
		`Map at least one field (${firstOf(names, 5)}). To start the flow with an empty context, set Context to Custom Fields and add no field.`,
	);
}
