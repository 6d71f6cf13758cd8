import { NotSentError } from '../shared/failure';
import type { JsonValue } from '../shared/json';
import { shorten } from '../shared/text';

type ParsedJson = { value: JsonValue } | { problem: string };

/** Strict JSON. A number that JavaScript would round is a problem, too. */
export function parseJson(text: string): ParsedJson {
	let value: JsonValue;
	try {
		value = JSON.parse(text) as JsonValue;
	} catch (error) {
		return { problem: shorten((error as SyntaxError).message) };
	}
	const rounded = firstRoundedNumber(text);
	if (rounded === undefined) return { value };
	return {
		problem: `the number ${shorten(rounded, 40)} would be rounded (in double quotes it stays exact)`,
	};
}

/** Whether JavaScript cannot hold a number that is written as text: above 2^53, or too small. */
export function isRounded(written: string): boolean {
	const number = Number(written);
	const isLost = number === 0 && /^[^e]*[1-9]/i.test(written);
	return isLost || (Math.abs(number) > Number.MAX_SAFE_INTEGER && /\d/.test(written));
}

/** @param json Valid JSON: what is between quotes is a string, and a backslash only occurs there. */
function firstRoundedNumber(json: string): string | undefined {
	let isInString = false;
	for (const [token] of json.matchAll(/\\.|"|-?\d[\d.eE+-]*/g)) {
		if (token === '"') isInString = !isInString;
		else if (!isInString && token[0] !== '\\' && isRounded(token)) return token;
	}
	return undefined;
}

/**
 * The context that the JSON field gives: an expression's result, or what a text holds. Whether it is
 * an object is checked in `serializeContext`.
 * @throws NotSentError for text that is not valid JSON.
 */
export function contextFromJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const parsed = parseJson(value);
	if ('value' in parsed) return parsed.value;
	throw new NotSentError(
		`The context is not valid JSON: ${parsed.problem}`,
		'Put names and text in double quotes: { "email": "ada@example.com" }. For an empty context, write {}.',
	);
}
