import { NotSentError } from '../errors/failure';
import { describeValue, hasToJson, isJsonObject } from './json';

/**
 * A context as JSON text, every value as it was.
 *
 * What JSON writes without loss is let through, dates included (`toJSON`); a missing value
 * (`undefined`) is left out, as in every n8n item. What JSON would change without a word (NaN,
 * Infinity, functions, Map, Set, …) is refused.
 *
 * @throws NotSentError that names the place in the context.
 */
export function serializeContext(context: unknown): string {
	if (!isJsonObject(context)) {
		throw new NotSentError(
			`The context is ${describeValue(context)}, but a flow expects a JSON object`,
			'A JSON object has named fields: { "email": "ada@example.com" }.',
		);
	}

	let text: string;
	try {
		text = JSON.stringify(context);
	} catch (error) {
		throw cannotBeWritten(error);
	}
	refuseSilentLoss(context, 'context');
	return text;
}

/** Only called on values that `JSON.stringify` took: neither circular nor too deep. */
function refuseSilentLoss(value: unknown, path: string): void {
	if (value === undefined || value === null) return;
	if (typeof value === 'number' && !Number.isFinite(value)) throw notJson(value, path);
	if (typeof value === 'function' || typeof value === 'symbol') throw notJson(value, path);
	if (typeof value !== 'object' || hasToJson(value)) return;

	if (Array.isArray(value)) {
		value.forEach((inner, index) => refuseSilentLoss(inner, `${path}[${index}]`));
	} else if (isJsonObject(value)) {
		for (const [key, inner] of Object.entries(value)) refuseSilentLoss(inner, `${path}.${key}`);
	} else {
		throw notJson(value, path);
	}
}

function notJson(value: unknown, path: string): NotSentError {
	return new NotSentError(
		`${path} is ${describeValue(value)}, which JSON cannot hold`,
		'Change the expression or the earlier node that gives this value.',
	);
}

function cannotBeWritten(error: unknown): NotSentError {
	const reason =
		error instanceof RangeError
			? 'it is nested too deeply or too large'
			: 'it refers to itself or holds a value that JSON does not know';
	return new NotSentError(
		`The context cannot be written as JSON: ${reason}`,
		'Send only the fields that the flow needs.',
	);
}
