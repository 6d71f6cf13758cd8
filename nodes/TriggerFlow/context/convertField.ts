import { NotSentError } from '../shared/failure';
import { describeValue, hasToJson, isJsonObject } from '../shared/json';
import { isRounded, parseJson, READ_AS_TEXT } from './contextJson';

const EXPECTED: Record<string, [what: string, example: string]> = {
	string: ['text', 'or a number, true or false'],
	number: ['a number', 'such as 42 or 3.14'],
	boolean: ['true or false', '(yes, no, on, off, 1 and 0 work as well)'],
	array: ['a list', 'such as ["red", "blue"]'],
	strings: ['a list', 'such as ["red", "blue"], or text: red, blue'],
	object: ['an object', 'such as { "plan": "pro" }'],
};

/**
 * Converts a value to the type of its field. A value that does not fit, or would be rounded, is refused.
 * @param type One of n8n's field types, or a form's `contextType`. `null` and `undefined` accept any value.
 * @throws NotSentError that names the field.
 */
export function convertField(name: string, original: unknown, type: string | undefined): unknown {
	if (original === undefined || original === null) return original;
	const value = convertDate(name, original);
	if (typeof value === 'number' || (type === 'number' && typeof value === 'string')) {
		requireExactNumber(name, String(value).trim());
	}
	const throwMisfit = (problem = ''): never => {
		const [expected, example] = EXPECTED[type ?? ''] ?? ['', ''];
		throw new NotSentError(
			`The field "${name}" should be ${expected}, but its value is ${describeValue(value)}${problem}`,
			`Use ${expected} ${example}.`,
		);
	};
	switch (type) {
		case undefined:
		case 'null':
			return value;
		case 'string':
			return toText(value) ?? throwMisfit();
		case 'number':
			return toNumber(value) ?? throwMisfit();
		case 'boolean':
			return toBoolean(value) ?? throwMisfit();
		case 'strings':
			if (typeof value === 'string' && !value.trimStart().startsWith('['))
				return splitAtCommas(value);
			return fromJson(value, Array.isArray, throwMisfit);
		case 'array':
			return fromJson(value, Array.isArray, throwMisfit);
		case 'object':
			return fromJson(value, isJsonObject, throwMisfit);
		default:
			throw new NotSentError(
				`The field "${name}" has the type "${type}", which a context cannot hold`,
				'Use String, Number, Boolean, Array or Object.',
			);
	}
}

/** Converts `Date` and luxon's `DateTime`, of any realm, to the ISO text that JSON writes for them. */
function convertDate(name: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || !hasToJson(value)) return value;
	const written = value.toJSON();
	if (written !== null) return written;
	throw new NotSentError(
		`The field "${name}" is an invalid date`,
		'Check its expression, or enter the date as text.',
	);
}

/** Refuses a number that has already lost digits, or would lose them. */
function requireExactNumber(name: string, number: string): void {
	if (!isRounded(number)) return;
	throw new NotSentError(
		`The field "${name}" is the number ${number.slice(0, 40)}, which cannot be sent exactly`,
		READ_AS_TEXT,
	);
}

function toText(value: unknown): string | undefined {
	if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
	return isPrimitive(value) || typeof value === 'bigint' ? String(value) : undefined;
}

/** Text has to be a number as JSON writes it: not 007, +49 or 0x10. */
function toNumber(value: unknown): number | undefined {
	const parsed = typeof value === 'string' ? parseJson(value) : { value };
	const number = 'value' in parsed ? parsed.value : undefined;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

const TRUE_WORDS = ['true', 'yes', 'on', '1'];
const FALSE_WORDS = ['false', 'no', 'off', '0'];

function toBoolean(value: unknown): boolean | undefined {
	if (!isPrimitive(value)) return undefined;
	const word = String(value).trim().toLowerCase();
	if (TRUE_WORDS.includes(word)) return true;
	return FALSE_WORDS.includes(word) ? false : undefined;
}

function isPrimitive(value: unknown): boolean {
	return ['number', 'string', 'boolean'].includes(typeof value);
}

function splitAtCommas(text: string): string[] {
	const elements = text.split(',').map((element) => element.trim());
	return elements.filter((element) => element !== '');
}

/** Returns the value itself, or the value that its JSON text holds. */
function fromJson(
	value: unknown,
	hasRightType: (value: unknown) => boolean,
	throwMisfit: (problem?: string) => never,
): unknown {
	const parsed = typeof value === 'string' ? parseJson(value) : { value };
	if ('value' in parsed && hasRightType(parsed.value)) return parsed.value;
	const looksLikeJson = typeof value === 'string' && /^\s*[[{]/.test(value);
	return throwMisfit(looksLikeJson && 'problem' in parsed ? ` (${parsed.problem})` : '');
}
