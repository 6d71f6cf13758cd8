import { NotSentError } from '../shared/failure';
import { describeValue, isJsonObject, type JsonValue } from '../shared/json';
import { shorten } from '../shared/text';

type ParsedJson = { value: JsonValue } | { problem: string };

/** Parses strict JSON. A number that JavaScript would round is a problem, too. */
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
 * @throws NotSentError for a context that is not an object, or that JSON would change silently.
 */
export function toContextJson(context: unknown): string {
	if (isJsonObject(context)) return writeJson(context);
	throw new NotSentError(
		`The context is ${describeValue(context)}, but a flow expects a JSON object`,
		'A JSON object has named fields: { "email": "ada@example.com" }.',
	);
}

/** @throws NotSentError that names a value that JSON would change silently. */
export function writeJson(value: object): string {
	let problem: NotSentError | undefined;
	// `JSON.stringify` calls it as a method of the object that holds the key.
	function requireNoLoss(this: Record<string, unknown>, key: string, written: unknown): unknown {
		const inner = this[key];
		if (!isLostInJson(inner, written)) return written;
		problem ??= new NotSentError(
			`"${shorten(key, 80)}" in the context is ${describeValue(inner)}, which JSON cannot hold`,
			'Change the expression or the earlier node that gives this value.',
		);
		return null;
	}
	let json = '';
	try {
		json = JSON.stringify(value, requireNoLoss);
	} catch {
		problem = new NotSentError(
			'The context contains itself, or is nested too deeply',
			'Send only the fields that the flow needs.',
		);
	}
	if (problem !== undefined) throw problem;
	return json;
}

/** @param written The result of `toJSON`, if the value has this method. Otherwise, the value itself. */
function isLostInJson(value: unknown, written: unknown): boolean {
	if (typeof written === 'number') return !Number.isFinite(written);
	// An invalid date becomes null.
	if (written === null) return value !== null;
	if (typeof written === 'object') return !Array.isArray(written) && !isJsonObject(written);
	return ['bigint', 'function', 'symbol'].includes(typeof written);
}
