import { NotSentError } from '../errors/failure';
import { describeValue, hasToJson, isJsonObject } from './json';

/**
 * A context as JSON text, every value as it was.
 *
 * What JSON writes without loss is let through, dates included (`toJSON`); a missing value
 * (`undefined`) is left out, as in every n8n item. What JSON would change without a word (NaN,
 * Infinity, an invalid date, functions, Map, Set, …) is refused.
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
	refuseSilentLoss(context);
	try {
		return JSON.stringify(context);
	} catch (error) {
		throw cannotBeWritten(error);
	}
}

/** A value in the context, and how one gets there. */
interface Place {
	value: unknown;
	key: string;
	parent?: Place;
}

/** A loop, not a recursion: contexts may be nested deeper than the stack. */
function refuseSilentLoss(context: object): void {
	const visited = new Set<unknown>();
	const places: Place[] = [{ value: context, key: 'context' }];
	while (places.length > 0) {
		const place = places.pop() as Place;
		const { value } = place;
		if (isLostInJson(value)) throw notJson(place);
		if (typeof value !== 'object' || value === null || visited.has(value)) continue;
		visited.add(value);
		// One by one: as arguments of one call, a long list would not fit on the stack.
		if (!hasToJson(value))
			for (const child of childrenOf(value, place).reverse()) places.push(child);
	}
}

function childrenOf(value: object, parent: Place): Place[] {
	return Array.isArray(value)
		? Array.from(value, (inner: unknown, index) => ({ value: inner, key: `[${index}]`, parent }))
		: Object.entries(value).map(([key, inner]) => ({ value: inner, key: `.${key}`, parent }));
}

function isLostInJson(value: unknown): boolean {
	switch (typeof value) {
		case 'number':
			return !Number.isFinite(value);
		case 'bigint':
		case 'function':
		case 'symbol':
			return true;
		case 'object':
			if (value === null || Array.isArray(value)) return false;
			// An invalid date becomes null.
			return hasToJson(value) ? value.toJSON() === null : !isJsonObject(value);
		default:
			return false;
	}
}

function notJson(place: Place): NotSentError {
	let path = '';
	for (let at: Place | undefined = place; at !== undefined; at = at.parent) path = at.key + path;
	return new NotSentError(
		`${path} is ${describeValue(place.value)}, which JSON cannot hold`,
		'Change the expression or the earlier node that gives this value.',
	);
}

function cannotBeWritten(error: unknown): NotSentError {
	const reason =
		error instanceof RangeError ? 'it is nested too deeply or too large' : 'it refers to itself';
	return new NotSentError(
		`The context cannot be written as JSON: ${reason}`,
		'Send only the fields that the flow needs.',
	);
}
