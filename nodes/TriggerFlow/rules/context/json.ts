export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export interface JsonObject {
	[key: string]: JsonValue;
}

/** What a value is, in a person's words: "a list", "the number 5", "empty (null)". */
export function describeValue(value: unknown): string {
	if (value === null) return 'empty (null)';
	if (value === undefined) return 'empty (undefined)';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : 'a text';
	if (typeof value === 'number' || typeof value === 'bigint') return `the number ${value}`;
	if (typeof value === 'boolean') return `the boolean ${value}`;
	if (typeof value === 'function') return 'a function';
	if (isJsonObject(value)) return 'an object';
	return `a ${value.constructor?.name ?? Object.prototype.toString.call(value).slice(8, -1)}`;
}

/** Whether JSON writes something else in this value's place: a text for a date. */
export function hasToJson(value: object): value is { toJSON: () => unknown } {
	return 'toJSON' in value && typeof value.toJSON === 'function';
}

/**
 * Whether JSON writes a value as an object. Told by its tag and not by its prototype: values from
 * n8n's sandboxed expression engine come from another realm. A date is not one: `toJSON` makes it
 * a text.
 */
export function isJsonObject(value: unknown): value is JsonObject {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		!hasToJson(value) &&
		Object.prototype.toString.call(value) === '[object Object]'
	);
}
