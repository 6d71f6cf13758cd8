import { isJsonObject, type JsonObject, type JsonValue } from '../context/json';

export type FormFieldType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'dateTime';

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

/** Below this nobody reads a path any more: what is nested deeper is one field that holds JSON. */
const DEEPEST = 32;

function leaves(path: string[], value: JsonValue): FormField[] {
	const isBranch = isJsonObject(value) && Object.keys(value).length > 0;
	if (isBranch && path.length < DEEPEST) {
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
	/^\d{4}-\d{2}-(\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/;

/** Only what n8n's date field, `Date` and luxon all read alike, and only days that exist. */
function isIsoDate(text: string): boolean {
	const [, day] = ISO_DATE.exec(text) ?? [];
	return new Date(text.slice(0, 10)).getUTCDate() === Number(day);
}

/**
 * What n8n's form should start with for a field: its example value, in a shape that n8n's form can
 * hold. Lists and objects are JSON text there; a text that begins with `=` would run as an
 * expression, so it becomes an expression that gives this text.
 *
 * A text (and a list's JSON text) stands in an array of its own. The form shows it like the text
 * itself, but a field that is dragged onto it takes its place: behind a bare text n8n would append
 * it, and "Ada" would become "Ada Grace" (seen on 2.40.7). `untouchedExample` takes it out again.
 */
export function startValue({ value, type }: FormField): StartValue {
	if (Array.isArray(value)) return [JSON.stringify(value)];
	if (typeof value === 'object' && value !== null) return JSON.stringify(value);
	if (typeof value !== 'string' || value === '' || type === 'dateTime') return value;
	return value.startsWith('=') ? expressionFor(value) : [value];
}

export type StartValue = string | number | boolean | null | [text: string];

/** The field's example value where `given` is the array in which the form was started with it. */
export function untouchedExample({ value }: FormField, given: unknown): JsonValue | undefined {
	const [text, ...others] = Array.isArray(given) ? (given as unknown[]) : [];
	if (typeof text !== 'string' || others.length > 0) return undefined;
	if (text === value) return value;
	// Parsed anew: the example itself must not be handed over to be changed.
	return Array.isArray(value) && text === JSON.stringify(value)
		? (JSON.parse(text) as JsonValue)
		: undefined;
}

function expressionFor(text: string): string {
	// Escaped: braces would end the expression, and n8n refuses `.constructor` even inside a text.
	const escaped = JSON.stringify(text).replace(
		/[{}.]/g,
		(sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
	);
	return `={{ ${escaped} }}`;
}

function idOf(path: string[]): string {
	return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The keys that lead to a field's place in the context. */
export function pathOf(id: string): string[] {
	const keys = id.slice(1).split('/');
	return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** No sign that belongs to the path or cannot be seen, and no `=`, which n8n takes for an expression. */
const PLAIN_KEY = /^[^\s.[\]"'`\\=\p{C}]+$/u;

/** A path as people write one; a key that would blur it stands in brackets: `session["a.b"]`. */
export function readableName(path: string[]): string {
	const parts = path.map((key) => (PLAIN_KEY.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`));
	return parts.join('').replace(/^\./, '');
}
