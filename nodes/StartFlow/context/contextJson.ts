import { NotSentError } from '../shared/failure';
import { describeValue, hasToJson, isJsonObject, type JsonValue } from '../shared/json';
import { shorten } from '../shared/text';

export const READ_AS_TEXT =
	'Numbers above 2^53 lose their last digits. Read this value as text in the node where it comes from.';

/** Parses strict JSON. A number that JavaScript cannot hold is a problem, too. */
export function parseJson(text: string): { value: JsonValue } | { problem: string } {
	try {
		const value = JSON.parse(text) as JsonValue;
		const rounded = findRoundedNumber(text);
		if (rounded === undefined) return { value };
		const number = shorten(rounded, 40);
		return { problem: `the number ${number} would be rounded (in double quotes it stays exact)` };
	} catch (error) {
		return { problem: shorten((error as SyntaxError).message) };
	}
}

/** Whether JavaScript cannot hold a number that is given as text: it is above 2^53, or too small. */
export function isRounded(numberText: string): boolean {
	const number = Number(numberText);
	const isLost = number === 0 && /^[^e]*[1-9]/i.test(numberText);
	// A custom field may be `Infinity`, which has no digits. `convertField` refuses it with a better message.
	return isLost || (Math.abs(number) > Number.MAX_SAFE_INTEGER && /\d/.test(numberText));
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

/**
 * Reads the parameter JSON: the result of an expression, or JSON text.
 * @param source The parameter as written.
 * @throws NotSentError for empty text, invalid JSON, and the whole body of a request.
 */
export function readContextJson(value: unknown, source?: unknown): unknown {
	const context = typeof value === 'string' ? parseContextJson(value, source) : value;
	const keys = isJsonObject(context) ? Object.keys(context).sort() : [];
	if (keys.join() !== 'context,slug') return context;
	throw new NotSentError(
		'JSON contains the whole body of a request, with slug and context. Enter only the object that context contains',
		'The node adds the slug, and puts the object into context.',
	);
}

function parseContextJson(text: string, source: unknown): unknown {
	if (text.trim() === '') {
		throw new NotSentError(
			'JSON is empty, so there is nothing to send. For an empty context, write {}',
			'A JSON object has named fields: { "email": "ada@example.com" }.',
		);
	}
	const parsed = parseJson(text);
	if ('value' in parsed) return parsed.value;
	throw createJsonError(text, parsed.problem, source);
}

const EXPRESSION = /\{\{[^]*?\}\}/g;

/** For example, `"note": "{{ $json.note }}"`. */
const NAMED_EXPRESSION = /"([A-Za-z_$][\w$]*)"\s*:\s*"?\{\{\s*([^]*?)\s*\}\}/;

/** Says what to change in the parameter JSON, written as `source`, if it gives text that is not JSON. */
function createJsonError(text: string, problem: string, source: unknown): NotSentError {
	const sourceText = String(source ?? text);
	const [, name = 'email', value = '$json.email'] = NAMED_EXPRESSION.exec(sourceText) ?? [];
	const safeForm = `{{ { ${name}: ${value} } }}`;
	const withoutValues = parseJson(sourceText.replace(/^=/, '').replace(EXPRESSION, '0'));
	if ('value' in withoutValues && isJsonObject(withoutValues.value)) {
		return new NotSentError(
			`A value that {{ }} puts into JSON breaks it, such as one with a quote or a line break. Write the whole object as one expression, such as ${safeForm}`,
			`The context cannot be used as JSON: ${problem}.`,
		);
	}
	if (text.includes('[object Object]')) {
		return new NotSentError(
			'JSON has something around {{ }}, so its object became text. Remove everything before {{ and after }}, including spaces',
			`The parameter must contain one expression, such as ${safeForm}.`,
		);
	}
	return new NotSentError(
		`The context cannot be used as JSON: ${problem}`,
		'Put names and text in double quotes, and no comma after the last value: { "email": "ada@example.com" }. For an empty context, write {}.',
	);
}

/**
 * Writes a context as JSON text. Dates become ISO text, and a field that is `undefined` is left out.
 * @throws NotSentError if the context is not an object, or if JSON would change a value silently. It names that value.
 */
export function toContextJson(context: unknown): string {
	if (!isJsonObject(context)) {
		throw new NotSentError(
			`The context is ${describeValue(context)}, but a flow expects a JSON object`,
			'A JSON object has named fields: { "email": "ada@example.com" }.',
		);
	}
	let json = '';
	let problem: NotSentError | undefined;
	try {
		problem = findLoss(context, '');
		if (problem === undefined) json = JSON.stringify(context);
	} catch {
		problem = new NotSentError(
			'The context contains itself, or is nested too deeply',
			'Send only the fields that the flow needs.',
		);
	}
	if (problem !== undefined) throw problem;
	return json;
}

/** Finds a value that JSON would change silently. @param path To the value, such as `lines[0].id`. */
function findLoss(value: unknown, path: string): NotSentError | undefined {
	const hasOwnJson = typeof value === 'object' && value !== null && hasToJson(value);
	const jsonValue = hasOwnJson ? value.toJSON() : value;
	if (!isKeptByJson(value, jsonValue)) {
		const [reason, advice] = Number.isFinite(jsonValue)
			? ['cannot be sent exactly', READ_AS_TEXT]
			: ['JSON cannot hold', 'Change the expression or the earlier node that gives this value.'];
		return new NotSentError(
			`"${shorten(path, 200)}" in the context is ${describeValue(value)}, which ${reason}`,
			advice,
		);
	}
	if (typeof jsonValue !== 'object' || jsonValue === null) return undefined;
	for (const [key, inner] of Object.entries(jsonValue)) {
		const innerPath = Array.isArray(jsonValue) ? `${path}[${key}]` : `${path}${path && '.'}${key}`;
		const problem = findLoss(inner, innerPath);
		if (problem !== undefined) return problem;
	}
	return undefined;
}

/** Whether JSON keeps a value. `undefined` may go, or become null in a list. @param jsonValue What its `toJSON` gave, if it has one. */
function isKeptByJson(value: unknown, jsonValue: unknown): boolean {
	// An invalid date becomes null.
	if (jsonValue === null) return value === null;
	if (typeof jsonValue === 'number') return Math.abs(jsonValue) <= Number.MAX_SAFE_INTEGER;
	if (typeof jsonValue === 'object') return Array.isArray(jsonValue) || isJsonObject(jsonValue);
	return ['string', 'boolean', 'undefined'].includes(typeof jsonValue);
}
