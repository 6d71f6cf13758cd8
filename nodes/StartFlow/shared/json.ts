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
		return value.trim() === '' ? 'empty text' : `"${shorten(value, 40)}"`;
	if (typeof value === 'number') return `the number ${value}`;
	if (typeof value === 'boolean') return `the boolean ${value}`;
	if (isJsonObject(value)) return 'an object';
	return `a ${Object.prototype.toString.call(value).slice(8, -1)}`;
}

/** Whether `JSON.stringify` writes something else for this value. A date, for example, becomes text. */
export function hasToJson(value: object): value is { toJSON: () => unknown } {
	return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** Whether a value is an object with fields. `instanceof` fails for values from n8n's expressions, which have another realm. */
export function isJsonObject(value: unknown): value is JsonObject {
	const isObject = Object.prototype.toString.call(value) === '[object Object]';
	return isObject && !hasToJson(value as object);
}
