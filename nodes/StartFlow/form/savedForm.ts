import type { FieldSource, Flow, MissingField } from '../context/contextMode';
import { buildContextFromFields } from '../context/customFields';
import { formatPath, formatPointer, parsePointer } from '../context/path';
import { isJsonObject, type JsonObject } from '../shared/json';
import { shortenName } from '../shared/text';
import { ParameterError, UserError } from '../shared/userError';
import { createFormField, countSharedKeys, type FormField, type SchemaField } from './formFields';

/** A field that the form shows, with what somebody mapped by hand. */
interface FieldWithSource extends FormField, FieldSource {
	/** The slug of the flow that the field belongs to. */
	flowSlug?: string;
	isMapped: boolean;
}

/** A field with its value for an item, or with the reason why it has none although somebody wants one. */
export type FieldWithValue = FormField &
	(
		| { value: unknown; missing?: undefined }
		| { value?: undefined; missing: MissingField['reason'] }
	);

/** A field as the form's method gave it. In a workflow that somebody wrote by hand, only this much is certain. */
type SavedField = Pick<SchemaField, 'id'> & Partial<SchemaField>;

interface SavedForm {
	/** Whether the node maps the fields (Map Automatically). */
	isAutomatic: boolean;
	/** What somebody mapped by hand, by field id. n8n saves no value of a field that nobody has touched. */
	values: Record<string, unknown>;
	/** All fields as n8n saved them, also those that somebody has removed from the form. */
	schema: SavedField[];
	ids: Set<string>;
	/** The fields that the form shows. */
	fields: FieldWithSource[];
}

/** @param saved In a workflow that somebody wrote by hand, it may be anything. */
export function parseSavedForm(saved: unknown): SavedForm {
	const { mappingMode, value, schema: list }: JsonObject = isJsonObject(saved) ? saved : {};
	const isAutomatic = mappingMode === 'autoMapInputData';
	// Under Map Automatically, n8n may keep values that were mapped by hand before.
	const values = isJsonObject(value) && !isAutomatic ? value : {};
	const schema = Array.isArray(list) ? (list as unknown[]).filter(isSavedField) : [];
	const shown = schema.filter(({ display, removed }) => display && removed !== true);
	const fields = shown.map(({ id, contextType, contextFlow }) => {
		const field = createFormField(parsePointer(id), contextType);
		const source = values[id];
		const label = `The field "${field.name}"`;
		return { ...field, flowSlug: contextFlow, source, label, isMapped: isFilledIn(source) };
	});
	return { isAutomatic, values, schema, ids: new Set(schema.map(({ id }) => id)), fields };
}

function isSavedField(field: unknown): field is SavedField {
	const { id, contextType = '', contextFlow = '' }: JsonObject = isJsonObject(field) ? field : {};
	const hasTexts = [id, contextType, contextFlow].every((part) => typeof part === 'string');
	return hasTexts && String(id).startsWith('/');
}

/** Requires that each value that somebody mapped belongs to a field. @throws ParameterError for one that does not. */
export function requireFieldForEachValue({ values, ids }: SavedForm): void {
	const unknownId = Object.keys(values).find((id) => isFilledIn(values[id]) && !ids.has(id));
	if (unknownId === undefined) return;
	const name = unknownId.startsWith('/') ? formatPath(parsePointer(unknownId)) : unknownId;
	throw new ParameterError(
		`Refresh the form: it has a value for "${shortenName(name)}", a field that it no longer shows`,
		'Choose ⋮ → Refresh Field List beside Context Fields. To send a field that the example does not have, use Custom Fields.',
	);
}

/**
 * Requires a form with fields. @param mayBeEmpty Whether the flow's example has none.
 * @throws ParameterError if the form was never opened, if somebody removed all its fields, or if there is no example to make it of.
 */
export function requireFields(fields: readonly unknown[], mayBeEmpty: boolean): void {
	if (fields.length > 0 || mayBeEmpty) return;
	throw new ParameterError(
		'The form has no fields: choose the flow again, add its example to the credential or use Custom Fields',
		"Check the slug. Paste the flow's curl command into the credential: it contains the example. For an empty context, use Custom Fields without a field.",
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
 * @throws ParameterError for the form of another flow.
 */
export function requireFormOfFlow(
	fields: ReadonlyArray<FormField & Partial<FieldWithSource>>,
	{ slug, credential }: Flow,
	exampleFields: readonly FormField[] | undefined,
): void {
	const wrong = fields.find(({ id, flowSlug = slug, isMapped }) => {
		if (flowSlug === slug) return false;
		const isGone = exampleFields?.every((field) => field.id !== id);
		return credential.examples.has(flowSlug) || (isMapped && isGone);
	});
	if (wrong === undefined) return;
	throw new ParameterError(
		`The form is for the flow "${shortenName(wrong.flowSlug ?? '', 30)}", but the chosen flow is "${shortenName(slug, 30)}"`,
		'Check which one you mean, then choose ⋮ → Refresh Field List beside Context Fields. If there is no ⋮, choose Refresh. After that, check what is mapped and run again.',
	);
}

/**
 * Requires the whole path of a field that the node fills. The form shows names without the keys that all fields share.
 * @param filledIds JSON pointers. @throws ParameterError for a path that is only such a name.
 */
export function requireWholePaths(fields: readonly FormField[], filledIds: string[]): void {
	const sharedCount = countSharedKeys(fields);
	const shownPointer = ({ path }: FormField) => formatPointer(path.slice(sharedCount));
	const field = fields.find((candidate) => filledIds.includes(shownPointer(candidate)));
	if (field === undefined || sharedCount === 0) return;
	throw new ParameterError(
		`The node fills the field "${shortenName(field.name)}" only if its whole path is entered`,
		'Enter the whole path in Callback URL Field or Idempotency Key Field. The form leaves out keys that all fields share.',
	);
}

/**
 * Builds the context of one item, nested and ordered like the fields. Empty fields are left out.
 * @param fields Without those that the node fills itself. If there are none, the context is empty.
 * @throws UserError if all of them are empty, or a value does not fit its field's type.
 */
export function buildContextFromForm(fields: readonly FieldWithValue[]): unknown {
	const fieldsWithValue = fields.filter(({ value }) => !isEmpty(value));
	if (fieldsWithValue.length > 0 || fields.length === 0) {
		return buildContextFromFields(fieldsWithValue);
	}
	throw new UserError(
		'All fields of the form stay empty for this item, so there is nothing to send',
		'Check the mapping, and whether the item has these values. Map Automatically needs names that fit. For an empty context, use Custom Fields without a field.',
	);
}
