import { convertField, refuseRounded } from '../context/convertField';
import { describeValue, hasToJson } from '../context/json';
import { NotSentError } from '../errors/failure';
import { pathOf, readableName, untouchedExample, type FormField } from './formFields';

/**
 * The context that a filled form gives: nested and ordered as in the example. A field that was
 * removed from the form is left out; a field that still has its example value gives exactly that.
 *
 * @param values By field id, as n8n keeps them, with or without n8n's own conversion to types.
 * `null`: the form was never filled.
 * @param shown The ids that the form shows, from `shownFields`. n8n's editor keeps no value for an
 * emptied field, so only this tells it from a removed one.
 * @throws NotSentError that names the field: it is not in the example any more, is empty, or its
 * value does not fit its type.
 */
export function contextFromForm(
	values: Record<string, unknown> | null,
	fields: FormField[],
	shown: ReadonlySet<string> = new Set(),
): object {
	if (values === null && fields.length > 0) {
		throw new NotSentError(
			'The form for the context has not been filled',
			'Open the node so that it shows the fields of the pasted request, or set Context to None.',
		);
	}
	const given = new Map(Object.entries(values ?? {}));
	refuseUnknown(given, fields);

	const root: Branch = new Map();
	for (const field of fields) {
		if (given.has(field.id)) place(root, field, convert(field, given.get(field.id)));
		else if (shown.has(field.id)) place(root, field, emptied(field));
	}
	return finished(root);
}

/** The ids of the fields that n8n's form shows, from the `schema` that n8n keeps beside the values. */
export function shownFields(schema: ReadonlyArray<{ id: string; removed?: boolean }>): Set<string> {
	return new Set(schema.filter((field) => field.removed !== true).map((field) => field.id));
}

function refuseUnknown(given: Map<string, unknown>, fields: FormField[]): void {
	const known = new Set(fields.map(({ id }) => id));
	for (const [id, value] of given) {
		if (known.has(id) || value === undefined || value === null || value === '') continue;
		const name = id.startsWith('/') ? readableName(pathOf(id)) : id;
		throw new NotSentError(
			`The form fills the field "${name}", which the pasted request does not have`,
			'The request was changed after the form was filled: refresh the form and check its fields.',
		);
	}
}

function convert(field: FormField, given: unknown): unknown {
	const example = untouchedExample(field, given);
	if (example !== undefined) return example;
	const value = dateAsText(field, given) ?? null;
	if (field.type === 'number' || typeof value === 'number') refuseRounded(field.name, value);
	if (value === null || value === field.value) return value;
	// The example has no value here, so nothing is known about the type.
	if (field.value === null) return value;
	if (field.type !== 'string' && typeof value === 'string' && value.trim() === '') {
		throw isEmpty(field);
	}
	return field.type === 'dateTime' ? dateText(field, value) : convertToType(field, value);
}

function convertToType(field: FormField, value: unknown): unknown {
	try {
		return convertField(field.name, value, field.type);
	} catch (error) {
		throw withAdvice(error, field);
	}
}

/** The same refusal with advice that fits: a field's type cannot be chosen in this form. */
function withAdvice(error: unknown, field: FormField): unknown {
	return error instanceof NotSentError ? new NotSentError(error.message, adviceFor(field)) : error;
}

/** `Date` and luxon's `DateTime`, of any realm, as the ISO text that JSON would write for them. */
function dateAsText(field: FormField, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || !hasToJson(value)) return value;
	const written = (value as { toJSON(): unknown }).toJSON();
	if (written === null) throw notADate(field, 'an invalid date');
	return typeof written === 'string' ? written : value;
}

function dateText(field: FormField, value: unknown): string {
	if (typeof value !== 'string') throw notADate(field, describeValue(value));
	// n8n writes luxon's invalid dates so.
	if (value === 'Invalid DateTime') throw notADate(field, 'an invalid date');
	const example = String(field.value);
	return isSameMoment(value, example) ? example : value;
}

/** How n8n and JSON write every date: with milliseconds and a zone. */
const WRITTEN_DATE = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3})(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Whether `text` is how n8n gives the example's date back. Where the example has no zone, n8n has
 * put the workflow's zone in, so the clock is compared.
 */
function isSameMoment(text: string, example: string): boolean {
	const [, clock] = WRITTEN_DATE.exec(text) ?? [];
	if (clock === undefined) return false;
	const [, time = '00:00'] = example.split('T');
	if (/[Z+-]/.test(time)) return Date.parse(text) === Date.parse(example);
	return Date.parse(`${clock}Z`) === Date.parse(`${example.slice(0, 10)}T${time}Z`);
}

/** What a field that shows nothing sends. A switch without a value stands on off. */
function emptied(field: FormField): string | boolean | null {
	if (field.value === null) return null;
	if (field.type === 'string') return '';
	if (field.type === 'boolean') return false;
	throw isEmpty(field);
}

const EXPECTED = {
	string: 'a text',
	number: 'a number',
	boolean: 'true or false',
	array: 'a list such as ["red", "blue"]',
	object: 'an object such as { "plan": "pro" }',
	dateTime: 'a date such as 2025-01-31T09:30:00Z',
};

function adviceFor({ type }: FormField): string {
	return `Give it ${EXPECTED[type]}, or remove the field from the form.`;
}

function isEmpty(field: FormField): NotSentError {
	return new NotSentError(`The field "${field.name}" is empty`, adviceFor(field));
}

function notADate(field: FormField, found: string): NotSentError {
	return new NotSentError(
		`The field "${field.name}" should be a date, but its value is ${found}`,
		adviceFor(field),
	);
}

/** Maps while it is built: a key named `__proto__` is a key like any other there. */
type Branch = Map<string, Branch | { leaf: unknown }>;

function place(root: Branch, { id }: FormField, leaf: unknown): void {
	const path = pathOf(id);
	let branch = root;
	for (const key of path.slice(0, -1)) {
		const next = branch.get(key);
		const inner: Branch = next instanceof Map ? next : new Map();
		branch.set(key, inner);
		branch = inner;
	}
	branch.set(path.at(-1) ?? '', { leaf });
}

function finished(branch: Branch): object {
	// fromEntries defines own properties, so `__proto__` stays a key.
	return Object.fromEntries(
		[...branch].map(([key, inner]) => [key, inner instanceof Map ? finished(inner) : inner.leaf]),
	) as object;
}
