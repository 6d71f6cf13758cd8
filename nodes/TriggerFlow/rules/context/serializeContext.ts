import { NotSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';
import { describeValue, isJsonObject } from './json';

/**
 * A context as JSON text, every value as it was.
 *
 * What JSON writes without loss is let through, dates included (`toJSON`); a missing value
 * (`undefined`) is left out, as in every n8n item. What JSON would change without a word (NaN,
 * Infinity, an invalid date, functions, Map, Set, …) is refused, and so is what is nested more than
 * `MOST_LEVELS` deep.
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
	try {
		return writeJson(context);
	} catch (error) {
		throw error instanceof NotSentError ? error : cannotBeWritten(error);
	}
}

/**
 * An object or a list as JSON text.
 *
 * @throws NotSentError for what JSON would change without a word. What `JSON.stringify` throws.
 */
export function writeJson(value: object): string {
	return JSON.stringify(value, refusingLoss());
}

/**
 * The most levels of objects and lists in a context, itself the first: many more than a person's have, and few
 * enough that JSON.stringify, which looks for a circle through all levels above, is as quick as for a flat one.
 */
export const MOST_LEVELS = 100;

export function nestedTooDeeply(): NotSentError {
	return new NotSentError(
		'The context is nested too deeply: it has more than 100 levels',
		'Send only the fields that the flow needs.',
	);
}

/** Sees each value before it is written, as JSON.stringify walks through the context. */
function refusingLoss() {
	/** The objects and lists on the way to where it is, and the key of each in the one before. */
	const holders: unknown[] = [];
	const keys: string[] = [];
	return function refuseLoss(
		this: Record<string, unknown>,
		key: string,
		written: unknown,
	): unknown {
		while (holders.length > 0 && holders.at(-1) !== this) holders.pop();
		const value = this[key];
		keys.length = holders.length;
		if (isLostInJson(value, written)) throw notJson(value, [...keys, key], holders);
		if (typeof written === 'object' && written !== null) {
			if (holders.length >= MOST_LEVELS) throw nestedTooDeeply();
			holders.push(written);
			keys.push(key);
		}
		return written;
	};
}

/** @param written What JSON writes for the value: what its `toJSON` gives, where it has one. */
function isLostInJson(value: unknown, written: unknown): boolean {
	// n8n has taught them a toJSON, which gives a text.
	if (typeof value === 'bigint') return true;
	switch (typeof written) {
		case 'number':
			return !Number.isFinite(written);
		case 'function':
		case 'symbol':
			return true;
		case 'object':
			// An invalid date becomes null.
			if (written === null) return value !== null;
			return !Array.isArray(written) && !isJsonObject(written);
		default:
			return false;
	}
}

/** @param keys The first is that of the context itself. */
function notJson(value: unknown, keys: string[], holders: unknown[]): NotSentError {
	const path = keys.slice(1).map((key, index) => step(key, holders[index]));
	return new NotSentError(
		`${shorten(`context${path.join('')}`)} is ${describeValue(value)}, which JSON cannot hold`,
		'Change the expression or the earlier node that gives this value.',
	);
}

function step(key: string, holder: unknown): string {
	return Array.isArray(holder) ? `[${key}]` : `.${key}`;
}

function cannotBeWritten(error: unknown): NotSentError {
	const reason =
		error instanceof RangeError ? 'it is nested too deeply or too large' : 'it refers to itself';
	return new NotSentError(
		`The context cannot be written as JSON: ${reason}`,
		'Send only the fields that the flow needs.',
	);
}
