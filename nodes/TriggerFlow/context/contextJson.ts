import { NotSentError } from '../shared/failure';
import { describeValue, isJsonObject, type JsonValue } from '../shared/json';
import { shorten } from '../shared/text';

type ParsedJson = { value: JsonValue } | { problem: string };

/** Parses strict JSON. A number that JavaScript cannot hold is a problem, too. */
export function parseJson(text: string): ParsedJson {
	let value: JsonValue;
	try {
		value = JSON.parse(text) as JsonValue;
	} catch (error) {
		return { problem: shorten((error as SyntaxError).message) };
	}
	const rounded = findRoundedNumber(text);
	if (rounded === undefined) return { value };
	return {
		problem: `the number ${shorten(rounded, 40)} would be rounded (in double quotes it stays exact)`,
	};
}

/** Whether JavaScript cannot hold a number that is written as text: it is above 2^53, or too small. */
export function isRounded(written: string): boolean {
	const number = Number(written);
	const isLost = number === 0 && /^[^e]*[1-9]/i.test(written);
	return isLost || (Math.abs(number) > Number.MAX_SAFE_INTEGER && /\d/.test(written));
}

/** @param json Valid JSON. Text between quotes is a string, and a backslash occurs only there. */
function findRoundedNumber(json: string): string | undefined {
	let isInString = false;
	for (const [token] of json.matchAll(/\\.|"|-?\d[\d.eE+-]*/g)) {
		if (token === '"') isInString = !isInString;
		else if (!isInString && token[0] !== '\\' && isRounded(token)) return token;
	}
	return undefined;
}

/** Reads the parameter JSON: the result of an expression, or JSON text. @throws NotSentError for invalid JSON. */
export function readContextJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const parsed = parseJson(value);
	if ('value' in parsed) return parsed.value;
	throw new NotSentError(
		`The context is not valid JSON: ${parsed.problem}`,
		'Put names and text in double quotes: { "email": "ada@example.com" }. For an empty context, write {}.',
	);
}

/**
 * Writes a context as JSON text. Dates become ISO text, and `undefined` is left out.
 * @throws NotSentError if the context is not an object, or if JSON would change a value silently. It names that value.
 */
export function toContextJson(context: unknown): string {
	if (!isJsonObject(context)) {
		throw new NotSentError(
			`The context is ${describeValue(context)}, but a flow expects a JSON object`,
			'A JSON object has named fields: { "email": "ada@example.com" }.',
		);
	}
	let problem: NotSentError | undefined;
	// `JSON.stringify` calls it as a method of the object that holds the key.
	function recordLoss(this: Record<string, unknown>, key: string, written: unknown): unknown {
		const value = this[key];
		const reason = findLoss(value, written);
		if (reason === undefined) return written;
		problem ??= new NotSentError(
			`"${shorten(findPath(context, this, key), 200)}" in the context is ${describeValue(value)}, which ${reason}`,
			typeof written === 'number' && Number.isFinite(written)
				? READ_AS_TEXT
				: 'Change the expression or the earlier node that gives this value.',
		);
		return null;
	}
	let json = '';
	try {
		json = JSON.stringify(context, recordLoss);
	} catch {
		problem = new NotSentError(
			'The context contains itself, or is nested too deeply',
			'Send only the fields that the flow needs.',
		);
	}
	if (problem !== undefined) throw problem;
	return json;
}

export const READ_AS_TEXT =
	'Numbers above 2^53 lose their last digits. Read this value as text in the node where it comes from.';

/** @param written The result of `toJSON`, if the value has this method. Otherwise, the value itself. */
function findLoss(value: unknown, written: unknown): string | undefined {
	if (typeof written === 'number' && Number.isFinite(written)) {
		const isExact = Math.abs(written) <= Number.MAX_SAFE_INTEGER;
		return isExact ? undefined : 'cannot be sent exactly';
	}
	const isLost =
		typeof written === 'object'
			? // An invalid date becomes null.
				(written === null && value !== null) ||
				(written !== null && !Array.isArray(written) && !isJsonObject(written))
			: ['number', 'bigint', 'function', 'symbol'].includes(typeof written);
	return isLost ? 'JSON cannot hold' : undefined;
}

/** The path to a key of an object somewhere in the context: `lines[0].id`. */
function findPath(context: unknown, holder: object, key: string, path = ''): string {
	if (typeof context !== 'object' || context === null) return '';
	for (const [name, inner] of Object.entries(context)) {
		const own = Array.isArray(context)
			? `${path}[${name}]`
			: path === ''
				? name
				: `${path}.${name}`;
		if (context === holder && name === key) return own;
		const found = findPath(inner, holder, key, own);
		if (found !== '') return found;
	}
	return '';
}
