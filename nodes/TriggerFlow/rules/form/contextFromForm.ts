import { convertField, isEmptyField, refuseRounded } from '../context/convertField';
import { shownName } from '../context/fieldPath';
import { switchAdvice } from '../context/switchAdvice';
import { finished, place, treeOf } from '../context/tree';
import { NotSentError } from '../errors/failure';
import { adviceFor, emptyField, misfit, unsetSwitch } from './advice';
import { dateAsText, dateText } from './dates';
import { isIsoDate, isStartedText, pathOf, readableName, type FormField } from './formFields';
import { typedList } from './typedList';

/** How a form is read. */
export interface FormReading {
	/** Whether a field with nothing in it (`""`, null, undefined) is left out. Default: false. */
	leaveOutEmpty?: boolean;
	/** The values as the person has written them, expressions not evaluated. Default: the values. */
	written?: Record<string, unknown> | null;
	/** The place where something else goes later on, as a pointer: nothing is missed there. Default: none. */
	replaced?: string;
}

/**
 * The context that a filled form gives: nested and ordered as in the example. A field that was
 * removed from the form is left out; a field that still has its example value gives exactly that.
 *
 * @param values By field id, as n8n keeps them, with or without n8n's own conversion to types.
 * @param shown What the form shows, from `shownFields`. n8n's editor keeps no value for an emptied field, so only
 * this tells it from a removed one.
 * @throws NotSentError that names the field: it is not in the example any more, is empty, is a switch that
 * nobody has set yet, or its value does not fit its type.
 */
export function contextFromForm(
	values: Record<string, unknown>,
	fields: FormField[],
	shown: ShownFields = new Map(),
	{ leaveOutEmpty = false, written = values }: FormReading = {},
): object {
	const given = new Map(Object.entries(values));
	refuseUnknown(given, fields);

	const root = treeOf({});
	for (const field of fields) {
		const { id, type } = field;
		const isFilled = given.has(id);
		if (!isFilled && !shown.has(id)) continue;
		// Nobody can empty a switch: it was added after the form was filled, and n8n shows it on or off all the same.
		if (type === 'boolean' && shown.has(id) && (written?.[id] ?? null) === null) {
			throw unsetSwitch(field);
		}
		if (leaveOutEmpty && isEmptyField(given.get(id), type)) continue;
		const value = isFilled
			? convert(field, given.get(id), written?.[id], shown.get(id))
			: emptied(field);
		place(root, pathOf(id), value);
	}
	return finished(root);
}

/** By field id, as what n8n's form shows it, where that is known: see `shownAs`. */
type ShownFields = ReadonlyMap<string, string | undefined>;

/** The fields that n8n's form shows, from the `schema` that n8n keeps beside the values. */
export function shownFields(
	schema: ReadonlyArray<{ id: string; type?: string; removed?: boolean }>,
): ShownFields {
	const shown = schema.filter((field) => field.removed !== true);
	return new Map(shown.map(({ id, type }) => [id, type]));
}

function refuseUnknown(given: Map<string, unknown>, fields: FormField[]): void {
	const known = new Set(fields.map(({ id }) => id));
	for (const [id, value] of given) {
		if (known.has(id) || value === undefined || value === null || value === '') continue;
		const name = id.startsWith('/') ? readableName(pathOf(id)) : id;
		throw new NotSentError(
			`The form fills the field "${shownName(name)}", which the pasted request does not have`,
			'The request was changed after the form was filled: refresh the form and check its fields.',
		);
	}
}

function convert(field: FormField, given: unknown, written: unknown, shownAs?: string): unknown {
	const [inner] = Array.isArray(given) ? (given as unknown[]) : [];
	// Forms that were filled before lists were shown as they are hold one as its JSON text in an array.
	if (Array.isArray(field.value) && inner === JSON.stringify(field.value)) {
		return JSON.parse(inner);
	}
	// As the form was started with it, from an example that may have been another one since.
	const isStarted = isStartedText(field, written, shownAs);
	const shown = isStarted ? inner : given;
	const value = dateAsText(field, shown) ?? null;
	if (field.type === 'number' || typeof value === 'number') refuseRounded(field.name, value);
	if (value === null) return null;
	if (field.type !== 'string' && typeof value === 'string' && value.trim() === '') {
		throw emptyField(field);
	}
	if (!isStarted || field.type !== 'string') refuseUnseen(field, written);
	// Where the example has no value, nothing is known about the type.
	if (field.value === null) return value;
	if (field.type === 'dateTime') return dateText(field, value);
	return typedList(field, written) ?? convertToType(field, value, written);
}

/**
 * Refuses what n8n's form shows as something else, once the field is another one than it was filled for: in a text
 * field a list as `red,blue` and an object as `[object Object]`, in a switch off for all but `true` itself, and in the
 * other two nothing (seen on 2.41.1). What an expression gives is not shown.
 */
function refuseUnseen(field: FormField, written: unknown): void {
	const isExpression = typeof written === 'string' && written.startsWith('=');
	if (written === undefined || isExpression || SHOWS[field.type](written)) return;
	throw misfit(field, written);
}

/** What each field shows as it is. Lists and objects are shown as JSON. */
const SHOWS: Record<FormField['type'], (written: unknown) => boolean> = {
	string: (written) => typeof written !== 'object',
	number: (written) => typeof written === 'number' || typeof written === 'string',
	boolean: (written) => typeof written === 'boolean',
	dateTime: (written) => typeof written === 'string' && isIsoDate(written),
	array: () => true,
	object: () => true,
};

function convertToType(field: FormField, value: unknown, written: unknown): unknown {
	try {
		return convertField(field.name, value, field.type);
	} catch (error) {
		const more = field.type === 'boolean' ? switchAdvice(value, written) : '';
		throw withAdvice(error, adviceFor(field) + more);
	}
}

/** The same refusal with advice that fits: a field's type cannot be chosen in this form. */
function withAdvice(error: unknown, advice: string): unknown {
	return error instanceof NotSentError ? new NotSentError(error.message, advice) : error;
}

/** What a field that shows nothing sends. */
function emptied(field: FormField): string | null {
	if (field.value === null) return null;
	if (field.type === 'string') return '';
	throw emptyField(field);
}
