import { shorten } from './text';

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export interface JsonObject {
	[key: string]: JsonValue;
}

/** Describes a value in a message: `"text"`, `a list`, `the number 5`, `empty (null)`. */
export function describeValue(value: unknown): string {
	if (value === null || value === undefined) return `empty (${value})`;
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'string')
		return value.trim() === '' ? 'empty text' : `"${shorten(value, 30)}"`;
	if (typeof value === 'number') return `the number ${value}`;
	if (typeof value === 'boolean') return `the boolean ${value}`;
	if (isJsonObject(value)) return 'an object';
	if (hasToJson(value)) return value.toJSON() === null ? 'an invalid date' : 'a date';
	return `a ${Object.prototype.toString.call(value).slice(8, -1)}`;
}

/** Whether `JSON.stringify` writes something else for this value. A date, for example, becomes text. */
export function hasToJson(value: unknown): value is { toJSON: () => unknown } {
	return typeof (value as { toJSON?: unknown } | null | undefined)?.toJSON === 'function';
}

/** Whether a value is an object with fields. `instanceof` fails for values from n8n's expressions, which have another realm. */
export function isJsonObject(value: unknown): value is JsonObject {
	const isObject = Object.prototype.toString.call(value) === '[object Object]';
	return isObject && !hasToJson(value);
}

/** Parses strict JSON. A number that JavaScript cannot hold is a problem, too. */
export function parseJson(text: string): { value: JsonValue } | { problem: string } {
	try {
		const value = JSON.parse(text) as JsonValue;
		const rounded = findOutsideStrings(text, /\\.|"|-?\d[\d.eE+-]*/g, isRounded);
		if (rounded === undefined) return { value };
		return { problem: `the number ${shorten(rounded, 30)} would be rounded without double quotes` };
	} catch (error) {
		const problem = text.trim() === '' ? 'it is empty' : describeStrangeCharacter(text);
		return { problem: problem ?? shorten((error as SyntaxError).message, 80) };
	}
}

/** Whether JavaScript cannot hold a number that is given as text: it is above 2^53, or too small. */
export function isRounded(numberText: string): boolean {
	const number = Number(numberText);
	const isLost = number === 0 && /^[^e]*[1-9]/i.test(numberText);
	// A custom field may be `Infinity`, which has no digits. `convertField` refuses it with a better message.
	return isLost || (Math.abs(number) > Number.MAX_SAFE_INTEGER && /\d/.test(numberText));
}

/** Describes what word processors write, such as “ or a no-break space. V8 may only say where it is. Outside of strings, JSON is ASCII. */
function describeStrangeCharacter(text: string): string | undefined {
	const character = findOutsideStrings(text, /\\.|"|[\u0080-\u{10FFFF}]/gu, () => true);
	const code = character?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
	return code && `the character ${character} (U+${code}) is outside double quotes`;
}

/** @param pattern It also matches quotes and escapes, which occur only in strings. */
function findOutsideStrings(
	json: string,
	pattern: RegExp,
	isWanted: (token: string) => boolean,
): string | undefined {
	let isInString = false;
	for (const [token] of json.matchAll(pattern)) {
		if (token === '"') isInString = !isInString;
		else if (!isInString && token[0] !== '\\' && isWanted(token)) return token;
	}
	return undefined;
}
