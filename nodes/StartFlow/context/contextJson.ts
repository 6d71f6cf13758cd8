import { UserError } from '../shared/userError';
import { describeValue, hasToJson, isJsonObject } from '../shared/json';
import { shortenName } from '../shared/text';

export const READ_AS_TEXT =
	'Numbers above 2^53 lose their last digits. Read this value as text in the node where it comes from.';

/**
 * Writes a context as JSON text. Dates become ISO text, and a field that is `undefined` is left out.
 * @throws UserError if the context is not an object, or if JSON would change a value silently. It names that value.
 */
export function toContextJson(context: unknown): string {
	if (!isJsonObject(context)) {
		throw new UserError(
			`The context is ${describeValue(context)}, but a flow expects a JSON object`,
			'A JSON object has named fields: { "email": "ada@example.com" }.',
		);
	}
	requireNoLoss(context, '');
	return JSON.stringify(context);
}

/** Refuses a value that JSON would change silently. @param path To the value, such as `lines[0].id`. */
function requireNoLoss(value: unknown, path: string): void {
	const hasOwnJson = typeof value === 'object' && value !== null && hasToJson(value);
	const jsonValue = hasOwnJson ? value.toJSON() : value;
	if (!isKeptByJson(value, jsonValue)) {
		const [reason, advice] = Number.isFinite(jsonValue)
			? ['would be rounded', READ_AS_TEXT]
			: ['JSON cannot hold', 'Change the expression or the earlier node that gives this value.'];
		throw new UserError(
			`The field "${shortenName(path)}" is ${describeValue(value)}, which ${reason}`,
			advice,
		);
	}
	if (typeof jsonValue !== 'object' || jsonValue === null) return;
	for (const [key, inner] of Object.entries(jsonValue)) {
		const isElement = Array.isArray(jsonValue);
		requireNoLoss(inner, isElement ? `${path}[${key}]` : `${path}${path && '.'}${key}`);
	}
}

/** Whether JSON keeps a value. `undefined` may go, or become null in a list. @param jsonValue What its `toJSON` gave, if it has one. */
function isKeptByJson(value: unknown, jsonValue: unknown): boolean {
	// An invalid date becomes null.
	if (jsonValue === null) return value === null;
	if (typeof jsonValue === 'number') return Math.abs(jsonValue) <= Number.MAX_SAFE_INTEGER;
	if (typeof jsonValue === 'object') return Array.isArray(jsonValue) || isJsonObject(jsonValue);
	return ['string', 'boolean', 'undefined'].includes(typeof jsonValue);
}
