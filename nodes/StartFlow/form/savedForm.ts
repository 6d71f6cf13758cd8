import { convertField } from '../context/convertField';
import { ContextBuilder, formatPointer, parsePointer } from '../context/path';
import type { FlowCredential } from '../credential/flowCredential';
import { UserError } from '../shared/userError';
import { shortenName } from '../shared/text';
import { createFormField, dropSharedKeys, type FormField, type MapperField } from './formFields';

export interface SavedForm {
	mappingMode?: string;
	/** By field id. n8n saves no value of a field that nobody has touched. */
	value?: Record<string, unknown> | null;
	/** In a workflow that somebody wrote by hand, it may be anything. */
	schema?: Array<Partial<MapperField> & { id: string }>;
}

/** A field that n8n saved in the node. */
interface SavedField extends FormField {
	/** The slug of the flow that the field belongs to. */
	flowSlug: string | undefined;
	/** What somebody mapped by hand, as written. */
	source: unknown;
	isMapped: boolean;
}

/** Lists what n8n saved of all fields, also of those that somebody has removed from the form. */
export function listSavedSchema({ schema }: SavedForm) {
	return Array.isArray(schema) ? schema.filter(hasPointer) : [];
}

/** Parses the fields that the form shows. */
export function parseSavedFields(form: SavedForm): SavedField[] {
	const schema = listSavedSchema(form);
	const shown = schema.filter(({ display, removed }) => display === true && removed !== true);
	return shown.map(({ id, contextType, contextFlow }) => ({
		...createFormField(parsePointer(id), contextType),
		flowSlug: contextFlow,
		source: form.value?.[id],
		isMapped: isFilledIn(form.value?.[id]),
	}));
}

/** Requires that each value that somebody mapped belongs to a field. @throws UserError for one that does not. */
export function requireFieldForEachValue(form: SavedForm): void {
	const schema = listSavedSchema(form);
	const unknownId = Object.keys(form.value ?? {}).find(
		(id) => isFilledIn(form.value?.[id]) && !schema.some((field) => field.id === id),
	);
	if (unknownId === undefined) return;
	throw new UserError(
		`The form still has a value for "${shortenName(unknownId)}", a field that it no longer shows. Refresh the form, or set Context to Custom Fields`,
		'Choose ⋮ → Refresh Field List beside Context Fields. To send a field that the example does not have, use Custom Fields.',
	);
}

function hasPointer(field: { id: unknown } | null): boolean {
	return String(field?.id).startsWith('/');
}

/** Requires a form with fields, in the editor and in a run. @throws UserError that says why there is none. */
export function requireFields(fields: readonly unknown[], hasExample: boolean): void {
	if (fields.length > 0) return;
	const reason = hasExample
		? "The form has no fields. Either the flow's example has none, or the form was never opened. Choose the flow again"
		: "The credential contains no example for this flow, so the form has no fields. Check the slug. Paste the flow's curl command into the credential";
	throw new UserError(
		`${reason}, or set Context to Custom Fields`,
		'For an empty context, use Custom Fields without a field.',
	);
}

/** An empty value is not sent: no value, null, or text that contains only white space. */
export function isEmpty(value: unknown): boolean {
	const text = value ?? '';
	return typeof text === 'string' && text.trim() === '';
}

/** @param source As written. n8n saves `=` for an expression that somebody has emptied. */
function isFilledIn(source: unknown): boolean {
	return !isEmpty(source) && source !== '=';
}

/**
 * Requires that the form belongs to the chosen flow. The same flow may have another slug in production than in QA. So a form
 * with another slug is accepted if the credential does not contain that slug, and no example shows that a mapped field is wrong.
 * @param exampleFields Of the chosen flow, if the credential contains its example.
 * @throws UserError for the form of another flow.
 */
export function requireFormOfFlow(
	fields: SavedField[],
	slug: string,
	credential: FlowCredential,
	exampleFields?: readonly FormField[],
): void {
	const others = fields.filter(({ flowSlug }) => flowSlug !== undefined && flowSlug !== slug);
	if (others.length === 0) return;
	const wrong = others.find(
		({ id, flowSlug = '', isMapped }) =>
			credential.examples.has(flowSlug) ||
			(isMapped && exampleFields?.every((field) => field.id !== id)),
	);
	if (wrong === undefined) return;
	throw new UserError(
		`The form is for the flow "${shortenName(wrong.flowSlug ?? '', 30)}", but the chosen flow is "${shortenName(slug, 30)}". Check which one you mean, then choose ⋮ → Refresh Field List beside Context Fields`,
		'If there is no ⋮, choose Refresh. After that, check what is mapped and run again.',
	);
}

/**
 * Requires the whole path of a field that the node fills. The form shows names without the keys that all fields share.
 * @param filledIds JSON pointers. @throws UserError for a path that is only such a name.
 */
export function requireWholePaths(fields: readonly FormField[], filledIds: string[]): void {
	const shownIds = dropSharedKeys(fields.map(({ path }) => path)).map(formatPointer);
	const isOnlyShown = (id: string) =>
		filledIds.includes(id) && !fields.some((field) => field.id === id);
	const field = fields[shownIds.findIndex(isOnlyShown)];
	if (field === undefined) return;
	throw new UserError(
		`The node fills the field "${shortenName(field.name)}" only if its whole path is entered`,
		'Enter the whole path in Callback URL Field or Idempotency Key Field. The form leaves out keys that all fields share.',
	);
}

/**
 * Builds the context of one item, nested and ordered like the fields. Empty fields are left out.
 * @param values By field id.
 * @param mappableFields The fields that the node does not fill itself. At least one of them must have a value.
 * @throws UserError if all of them are empty, or a value does not fit its field's type.
 */
export function buildContextFromForm(
	fields: readonly FormField[],
	values: Record<string, unknown>,
	mappableFields: readonly FormField[],
): unknown {
	const builder = new ContextBuilder({});
	const fieldsWithValue = fields.filter(({ id }) => !isEmpty(values[id]));
	for (const { id, path, name, type } of fieldsWithValue) {
		const hasPlace = builder.put(path, convertField(shortenName(name), values[id], type));
		if (hasPlace) continue;
		throw new UserError(
			`The field "${shortenName(name)}" of the form conflicts with another field`,
			'Choose ⋮ → Refresh Field List beside Context Fields.',
		);
	}
	const hasMappedValue = fieldsWithValue.some((field) => mappableFields.includes(field));
	if (hasMappedValue || mappableFields.length === 0) return builder.context;
	throw new UserError(
		'All fields of the form are empty for this item, so there is nothing to send',
		'Check the mapping, and whether the item has these values. For an empty context, use Custom Fields without a field.',
	);
}
