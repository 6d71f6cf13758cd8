import { NotSentError } from '../shared/failure';
import { describeValue, hasToJson, isJsonObject } from '../shared/json';
import { shorten } from '../shared/text';

/**
 * A context as JSON text. Dates become ISO text, and `undefined` is left out.
 *
 * @throws NotSentError that names the place of what JSON would change silently.
 */
export function serializeContext(context: unknown): string {
	if (isJsonObject(context)) return writeJson(context);
	throw new NotSentError(
		`The context is ${describeValue(context)}, but a flow expects a JSON object`,
		'A JSON object has named fields: { "email": "ada@example.com" }.',
	);
}

/**
 * An object or a list as JSON text.
 *
 * @throws NotSentError as `serializeContext` does.
 */
export function writeJson(value: object): string {
	refuseLoss(value, 'context', 1);
	return JSON.stringify(value);
}

/** The most levels of objects and lists, the context being the first. A circle has more. */
export const MOST_LEVELS = 100;

export function nestedTooDeeply(): NotSentError {
	return new NotSentError(
		`The context is nested too deeply: it has more than ${MOST_LEVELS} levels`,
		'Send only the fields that the flow needs. An object that contains itself cannot be sent.',
	);
}

function refuseLoss(value: unknown, path: string, level: number): void {
	const written =
		typeof value === 'object' && value !== null && hasToJson(value) ? value.toJSON() : value;
	if (isLostInJson(value, written)) {
		throw new NotSentError(
			`${shorten(path)} is ${describeValue(value)}, which JSON cannot hold`,
			'Change the expression or the earlier node that gives this value.',
		);
	}
	if (typeof written !== 'object' || written === null) return;
	if (level > MOST_LEVELS) throw nestedTooDeeply();
	const isList = Array.isArray(written);
	for (const [key, inner] of Object.entries(written)) {
		refuseLoss(inner, isList ? `${path}[${key}]` : `${path}.${key}`, level + 1);
	}
}

/** @param written What `toJSON` gives, where the value has it. */
function isLostInJson(value: unknown, written: unknown): boolean {
	if (typeof written === 'number') return !Number.isFinite(written);
	// An invalid date becomes null.
	if (written === null) return value !== null;
	if (typeof written === 'object') return !Array.isArray(written) && !isJsonObject(written);
	return ['bigint', 'function', 'symbol'].includes(typeof written);
}
