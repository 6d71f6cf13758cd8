import { UserError } from '../shared/userError';
import { describeValue, hasToJson, isJsonObject, isRounded, parseJson } from '../shared/json';
import { shorten } from '../shared/text';
import { READ_AS_TEXT } from './contextJson';

/** Returns `undefined` for a value that does not fit. */
type Convert = (value: unknown) => unknown;

const toNumber = createJsonParser(Number.isFinite);
const toList = createJsonParser(Array.isArray);
const toObject = createJsonParser(isJsonObject);

/** In the advice, `example` follows `expected`. */
const FIELD_TYPES = {
	string: { expected: 'text', example: 'or a number, true or false', convert: toText },
	number: { expected: 'a number', example: 'such as 2 or 3.14', convert: toNumber },
	boolean: {
		expected: 'true or false',
		example: '(yes, no, on, off, 1 and 0 work as well)',
		convert: toBoolean,
	},
	array: { expected: 'a list', example: 'such as [1, 2] or [{ "id": 1 }]', convert: toList },
	strings: {
		expected: 'a list',
		example: 'such as ["red", "blue"], or text: red, blue',
		convert: toListOfStrings,
	},
	object: { expected: 'an object', example: 'such as { "plan": "pro" }', convert: toObject },
} satisfies Record<string, { expected: string; example: string; convert: Convert }>;

export type FieldType = keyof typeof FIELD_TYPES;

/** For the empty cell of a table in Custom Fields. The form leaves it out anyway. */
const HOW_TO_LEAVE_OUT =
	"To leave out an empty cell, use {{ $json.price === '' ? undefined : $json.price }}.";

/**
 * Converts a value to the type of its field. A value that does not fit, or would be rounded, is refused.
 * @param type One of n8n's field types, or a form's `contextType`. `null` and `undefined` accept any value.
 * @throws UserError that names the field.
 */
export function convertField(name: string, original: unknown, type: string | undefined): unknown {
	if (original === undefined || original === null) return original;
	// `Date` and luxon's `DateTime`, of any realm, become the ISO text that JSON writes for them. An invalid one has none.
	const value = hasToJson(original) ? (original.toJSON() ?? original) : original;
	const isNumber = typeof value === 'number' || (type === 'number' && typeof value === 'string');
	if (isNumber && isRounded(String(value).trim())) {
		throw new UserError(
			`The field "${name}" is the number ${shorten(String(value), 25)}, which would be rounded`,
			READ_AS_TEXT,
		);
	}
	if (type === undefined || type === 'null') return value;
	if (!Object.hasOwn(FIELD_TYPES, type)) {
		throw new UserError(
			`The field "${name}" has the type "${type}", which a context cannot hold`,
			'Use String, Number, Boolean, Array or Object.',
		);
	}
	const { expected, example, convert } = FIELD_TYPES[type as FieldType];
	const converted = convert(value);
	if (converted !== undefined) return converted;
	throw new UserError(
		`The field "${name}" should be ${expected}, but is ${describeJsonProblem(value) ?? describeValue(value)}`,
		`Use ${expected} ${example}.`,
		...(value === '' ? [HOW_TO_LEAVE_OUT] : []),
	);
}

function toText(value: unknown): string | undefined {
	if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
	return isTextNumberOrBoolean(value) || typeof value === 'bigint' ? String(value) : undefined;
}

const TRUE_WORDS = ['true', 'yes', 'on', '1'];
const FALSE_WORDS = ['false', 'no', 'off', '0'];

function toBoolean(value: unknown): boolean | undefined {
	if (!isTextNumberOrBoolean(value)) return undefined;
	const word = String(value).trim().toLowerCase();
	if (TRUE_WORDS.includes(word)) return true;
	return FALSE_WORDS.includes(word) ? false : undefined;
}

function isTextNumberOrBoolean(value: unknown): boolean {
	return ['number', 'string', 'boolean'].includes(typeof value);
}

/** Text that is not JSON is split at its commas. */
function toListOfStrings(value: unknown): unknown {
	if (typeof value !== 'string' || value.trimStart().startsWith('[')) return toList(value);
	const elements = value.split(',').map((element) => element.trim());
	return elements.filter((element) => element !== '');
}

/** Accepts a value, or text that holds it as JSON writes it, between blanks. The number 7 is neither 007 nor +7 there. */
function createJsonParser(isAccepted: (value: unknown) => boolean): Convert {
	return (value) => {
		const parsed = typeof value === 'string' ? parseJson(value.trim()) : { value };
		return 'value' in parsed && isAccepted(parsed.value) ? parsed.value : undefined;
	};
}

/** Says what is wrong with text that begins like the JSON of a list or an object. */
function describeJsonProblem(value: unknown): string | undefined {
	const parsed = typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value) : {};
	return 'problem' in parsed ? `JSON with a problem: ${parsed.problem}` : undefined;
}
