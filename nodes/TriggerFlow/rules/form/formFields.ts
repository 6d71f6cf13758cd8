import { isJsonObject, type JsonObject, type JsonValue } from '../context/json';

type FormFieldType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'dateTime';

/** One field of the form that a flow's example context gives. */
export interface FormField {
	/** The place in the context as a JSON pointer (RFC 6901): exact for every key, dots included. */
	id: string;
	/** The same place for a person: `session.plan`, `session["a.b"]`. No two fields share one. */
	name: string;
	type: FormFieldType;
	/** What the example holds there. */
	value: JsonValue;
}

/**
 * One field per leaf of the example context, in its order. A list is one leaf, and so is an empty
 * object. An empty example gives no fields.
 */
export function formFields(example: JsonObject): FormField[] {
	return Object.entries(example).flatMap(([key, value]) => leaves([key], value));
}

/**
 * Fields without those in whose place something else goes.
 *
 * @param replaced The pointer of that place. Default: none.
 */
export function fieldsBeside(fields: FormField[], replaced?: string): FormField[] {
	return fields.filter(({ id }) => replaced === undefined || !`${id}/`.startsWith(`${replaced}/`));
}

/** Beyond these nobody reads a path any more: what is behind a longer one is one field that holds JSON. */
const MOST_KEYS = 32;
const LONGEST_PATH = 500;

function leaves(path: string[], value: JsonValue): FormField[] {
	const isBranch = isJsonObject(value) && Object.keys(value).length > 0;
	if (isBranch && path.length < MOST_KEYS && path.join('').length < LONGEST_PATH) {
		return Object.entries(value).flatMap(([key, inner]) => leaves([...path, key], inner));
	}
	return [{ id: idOf(path), name: readableName(path), type: typeOf(value), value }];
}

function typeOf(value: JsonValue): FormFieldType {
	if (Array.isArray(value)) return 'array';
	// An example without a value says nothing about its type. A text field is the one that n8n lets
	// every value through.
	if (value === null) return 'string';
	if (typeof value === 'string') return isIsoDate(value) ? 'dateTime' : 'string';
	if (typeof value === 'number') return 'number';
	return typeof value === 'boolean' ? 'boolean' : 'object';
}

const ISO_DATE =
	/^\d{4}-\d{2}-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/**
 * Only what n8n's date field, `Date` and luxon all read alike, and only days that exist. A date without a
 * time is a text: n8n's date field shows it as nothing, and makes a date with a time of it (seen on 2.40.7).
 */
export function isIsoDate(text: string): boolean {
	const [, day] = ISO_DATE.exec(text) ?? [];
	return new Date(text.slice(0, 10)).getUTCDate() === Number(day);
}

/**
 * The type that n8n gets to know. n8n shows lists and objects as `json`, and where it knows them as lists and
 * objects, it refuses what does not fit in its own words, and with the field's id ("'/tags' expects a
 * array"), before the node is run.
 */
export function shownAs({ type }: FormField): string {
	return type === 'array' || type === 'object' ? 'json' : type;
}

/**
 * What n8n's form should start with for a field: its example value, in a shape that n8n's form can
 * hold. A text that begins with `=` would run as an expression, also within a list or an object, so
 * the whole value becomes an expression that gives it.
 *
 * A text stands in an array of its own. The form shows it like the text itself, but a field that is
 * dragged onto it takes its place: behind a bare text n8n would append it, and "Ada" would become "Ada
 * Grace" (seen on 2.40.7). `contextFromForm` takes it out again.
 */
export function startValue({ value, type }: FormField): JsonValue {
	if (typeof value === 'object') {
		const text = JSON.stringify(value);
		return CHANGED_BY_N8N.test(text) ? `={{ JSON.parse(${quoted(text)}) }}` : value;
	}
	if (typeof value !== 'string' || value === '' || type === 'dateTime') return value;
	return value.startsWith('=') ? `={{ ${quoted(value)} }}` : [value];
}

/**
 * Whether what is written in a field is a text that the form was started with: see `startValue`.
 *
 * @param shown As what the form shows the field: the example may have been another one then. Default: as now.
 */
export function isStartedText(
	{ type }: FormField,
	written: unknown,
	shown: string = type,
): boolean {
	return (
		!LISTS.includes(shown) &&
		Array.isArray(written) &&
		written.length === 1 &&
		typeof written[0] === 'string'
	);
}

/** As `shownAs` names them, and `FormField`. */
const LISTS = ['json', 'array', 'object'];

/** A text within that n8n evaluates, and keys that it takes for the object's own workings. */
const CHANGED_BY_N8N = /"(?:=|(?:__proto__|toString)":)/;

/**
 * A text as JavaScript: braces would end the expression, n8n refuses `.constructor` even inside a text, and
 * what ends a line in Unicode ends one to its parser.
 */
function quoted(text: string): string {
	return JSON.stringify(text).replace(
		/[{}.]|[^ -~]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}

/** The JSON pointer of a path. */
export function idOf(path: string[]): string {
	return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The keys that lead to a field's place in the context. */
export function pathOf(id: string): string[] {
	const keys = id.slice(1).split('/');
	return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Words of no sign that belongs to the path or cannot be seen, and no `=`, which n8n takes for an expression. A
 * page shows two blanks as one.
 */
const PLAIN_KEY = /^[^\s.[\]"'`\\=\p{C}]+(?: [^\s.[\]"'`\\=\p{C}]+)*$/u;

/** A path as people write one; a key that would blur it stands in brackets: `session["a.b"]`. */
export function readableName(path: string[]): string {
	const parts = path.map((key) => (PLAIN_KEY.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`));
	return parts.join('').replace(/^\./, '');
}
