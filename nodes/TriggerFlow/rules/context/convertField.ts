import { NotSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';
import { describeValue, hasToJson, isJsonObject } from './json';
import { isTooLarge, parseJson } from './parseJson';
import { writeJson } from './serializeContext';
import { switchAdvice } from './switchAdvice';

/**
 * A field's value as the type that was chosen for it, converted as n8n's Edit Fields node does,
 * with one difference: nothing is guessed. A blank text is not the number 0, and JSON is strict.
 * A missing value is `null` under every type.
 *
 * @param written The value as the person has written it, expressions not evaluated: for better advice.
 * @throws NotSentError that names the field.
 */
export function convertField(
	name: string,
	value: unknown,
	type: string | undefined,
	written?: unknown,
): unknown {
	if (value === undefined || value === null) return null;
	if (type === 'number' || typeof value === 'number') refuseRounded(name, value);
	const advice = () => ({ more: switchAdvice(value, written) });
	switch (type) {
		case undefined:
			return value;
		case 'string':
			return toText(value) ?? refuse(name, value, 'a text', 'or something that JSON can hold');
		case 'number':
			return toNumber(value) ?? refuse(name, value, 'a number', 'such as 42 or 3.14');
		case 'boolean':
			return toBoolean(value) ?? refuse(name, value, 'a boolean', 'true or false', advice());
		case 'array':
			return fromJson(name, value, Array.isArray, 'an array', 'such as ["red", "blue"]');
		case 'object':
			return fromJson(name, value, isJsonObject, 'an object', 'such as { "plan": "pro" }');
		default:
			throw new NotSentError(
				`The field "${name}" has the type "${type}", which a context cannot hold`,
				'Use String, Number, Boolean, Array or Object.',
			);
	}
}

/**
 * Whether a field's value is what the option Leave Out Empty Fields leaves out: nothing, an empty text, and
 * a blank one where the field is none for texts.
 */
export function isEmptyField(value: unknown, type: string | undefined): boolean {
	if (value === undefined || value === null || value === '') return true;
	const isForTexts = type === undefined || type === 'string';
	return !isForTexts && typeof value === 'string' && value.trim() === '';
}

/**
 * Refuses a whole number that has lost digits or would lose them: JavaScript rounds above 2^53.
 *
 * @throws NotSentError that names the field.
 */
export function refuseRounded(name: string, value: unknown): void {
	const isNumber = typeof value === 'number' && Number.isFinite(value);
	const isWhole = typeof value === 'string' && /^\s*-?\d+\s*$/.test(value);
	if (!(isNumber || isWhole) || !isTooLarge(Number(value))) return;
	throw new NotSentError(
		`The field "${name}" is the number ${String(value).trim().slice(0, 40)}, which is too large to stay exact`,
		'Numbers above 2^53 lose their last digits. Give it as a text where it comes from, and make the field a text.',
	);
}

/** An object as JSON text; a date as its text; nothing that JSON would not take as it is. */
function toText(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
	if (typeof value === 'function' || typeof value === 'symbol') return undefined;
	if (typeof value !== 'object' || value === null) return String(value);
	try {
		const written = hasToJson(value) ? value.toJSON() : writeJson(value);
		return typeof written === 'string' ? written : undefined;
	} catch {
		return undefined;
	}
}

function toNumber(value: unknown): number | undefined {
	if (!['number', 'string', 'boolean'].includes(typeof value)) return undefined;
	const number = String(value).trim() === '' ? NaN : Number(value);
	return Number.isFinite(number) ? number : undefined;
}

const BOOLEANS = new Map<unknown, boolean>([
	['true', true],
	['1', true],
	[1, true],
	['false', false],
	['0', false],
	[0, false],
]);

function toBoolean(value: unknown): boolean | undefined {
	if (typeof value === 'boolean') return value;
	return BOOLEANS.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
}

/** A value as it is, or as its JSON text says; where that was meant to be JSON, the mistake in it is told. */
function fromJson(
	name: string,
	given: unknown,
	isRight: (value: unknown) => boolean,
	expected: string,
	example: string,
): unknown {
	const read = typeof given === 'string' ? parseJson(given) : { value: given };
	if ('value' in read && isRight(read.value)) return read.value;
	const isMeant = typeof given === 'string' && /^\s*[[{]/.test(given);
	const mistake = isMeant && 'problem' in read ? ` (${read.problem})` : '';
	return refuse(name, given, expected, example, { mistake });
}

function refuse(
	name: string,
	value: unknown,
	expected: string,
	example: string,
	{ mistake = '', more = '' } = {},
): never {
	const isText = typeof value === 'string' && value.trim() !== '';
	const found = isText ? `"${shorten(value, 40)}"${mistake}` : describeValue(value);
	const other = isEmptyField(value, 'number')
		? 'choose another type for the field, or turn on the option Leave Out Empty Fields'
		: 'or choose another type for the field';
	throw new NotSentError(
		`The field "${name}" should be ${expected}, but its value is ${found}`,
		`Give it ${expected} ${example}, ${other}.${more}`,
	);
}
