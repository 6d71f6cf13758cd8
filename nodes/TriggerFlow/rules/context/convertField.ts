import { NotSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';
import { describeValue, hasToJson, isJsonObject, isTooLarge, parseJson } from './json';

/**
 * A field's value as the type that was chosen for it, converted as n8n's Edit Fields node does,
 * with one difference: nothing is guessed. A blank text is not the number 0, and JSON is strict.
 * A missing value is `null` under every type.
 *
 * @throws NotSentError that names the field.
 */
export function convertField(name: string, value: unknown, type: string | undefined): unknown {
	if (value === undefined || value === null) return null;
	if (type === 'number' || typeof value === 'number') refuseRounded(name, value);
	switch (type) {
		case undefined:
			return value;
		case 'string':
			return toText(value) ?? refuse(name, value, 'a text', 'without a reference to itself');
		case 'number':
			return toNumber(value) ?? refuse(name, value, 'a number', 'such as 42 or 3.14');
		case 'boolean':
			return toBoolean(value) ?? refuse(name, value, 'a boolean', 'true or false');
		case 'array':
			return toArray(value) ?? refuse(name, value, 'an array', 'such as ["red", "blue"]');
		case 'object':
			return toObject(value) ?? refuse(name, value, 'an object', 'such as { "plan": "pro" }');
		default:
			throw new NotSentError(
				`The field "${name}" has the type "${type}", which a context cannot hold`,
				'Use String, Number, Boolean, Array or Object.',
			);
	}
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

/** An object as JSON text; a date as its text. */
function toText(value: unknown): string | undefined {
	if (typeof value !== 'object' || value === null) return String(value);
	try {
		const written = hasToJson(value) ? value.toJSON() : JSON.stringify(value);
		return typeof written === 'string' ? written : undefined;
	} catch {
		return undefined;
	}
}

function toNumber(value: unknown): number | undefined {
	const isBlank = typeof value === 'string' && value.trim() === '';
	const isScalar = typeof value === 'string' || typeof value === 'boolean';
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (isBlank || !isScalar) return undefined;
	const number = Number(value);
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

function toArray(value: unknown): unknown[] | undefined {
	const array = typeof value === 'string' ? parsed(value) : value;
	return Array.isArray(array) ? array : undefined;
}

function toObject(value: unknown): unknown {
	const object = typeof value === 'string' ? parsed(value) : value;
	return isJsonObject(object) ? object : undefined;
}

function parsed(text: string): unknown {
	const result = parseJson(text);
	return 'value' in result ? result.value : undefined;
}

function refuse(name: string, value: unknown, expected: string, example: string): never {
	const found =
		typeof value === 'string' && value.trim() !== '' ? quote(value) : describeValue(value);
	throw new NotSentError(
		`The field "${name}" should be ${expected}, but its value is ${found}`,
		`Give it ${expected} ${example}, or choose another type for the field.`,
	);
}

/** The text itself, and, where it was meant to be JSON, the place of the mistake in it. */
function quote(text: string): string {
	const parsedText = /^\s*[[{]/.test(text) ? parseJson(text) : { value: null };
	return `"${shorten(text, 40)}"` + ('problem' in parsedText ? ` (${parsedText.problem})` : '');
}
