import { NotSentError } from '../shared/failure';
import { describeValue, isJsonObject } from '../shared/json';
import { shorten } from '../shared/text';

/**
 * A context as JSON text. Dates become ISO text, and `undefined` is left out.
 * @throws NotSentError that names what JSON would change silently.
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
 * @throws NotSentError as `serializeContext` does.
 */
export function writeJson(value: object): string {
	let problem: NotSentError | undefined;
	// `JSON.stringify` calls it as a method of the object that holds the key.
	function refuseLoss(this: unknown, key: string, written: unknown): unknown {
		const inner = (this as Record<string, unknown>)[key];
		if (!isLostInJson(inner, written)) return written;
		problem ??= new NotSentError(
			`"${shorten(key, 80)}" in the context is ${describeValue(inner)}, which JSON cannot hold`,
			'Change the expression or the earlier node that gives this value.',
		);
		return null;
	}
	let json = '';
	try {
		json = JSON.stringify(value, refuseLoss);
	} catch {
		problem = new NotSentError(
			'The context contains itself, or is nested too deeply',
			'Send only the fields that the flow needs.',
		);
	}
	if (problem !== undefined) throw problem;
	return json;
}

/** @param written What `toJSON` gives, where the value has it. */
function isLostInJson(value: unknown, written: unknown): boolean {
	if (typeof written === 'number') return !Number.isFinite(written);
	// An invalid date becomes null.
	if (written === null) return value !== null;
	if (typeof written === 'object') return !Array.isArray(written) && !isJsonObject(written);
	return ['bigint', 'function', 'symbol'].includes(typeof written);
}
