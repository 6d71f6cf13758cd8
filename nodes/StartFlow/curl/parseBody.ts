import { NotSentError } from '../shared/failure';
import { isJsonObject, type JsonObject } from '../shared/json';
import { parseJson } from '../shared/parseJson';
import type { Word } from './tokenize';

/** @throws NotSentError with the problem and its cure, unless `condition` is true. */
export function assertRequest(condition: boolean, problem: string, cure = ''): asserts condition {
	const copyAgain = "Copy the whole request from the flow's Start Event.";
	if (!condition) throw new NotSentError(problem, `${cure} ${copyAgain}`.trim());
}

export function assertNotCutOff(isWhole: boolean): void {
	assertRequest(isWhole, 'The request is cut off', 'A closing quote or brace is missing.');
}

/**
 * Replaces a word by the JSON in it, if that is valid. This helps if the shell's quote also occurs in the JSON, as in
 * '{"name": "it's"}': the braces show where the JSON ends. Text in $'…' stays, because bash has its own escapes there.
 */
export function withRawJson(text: string, word: Word): Word {
	const start = text.indexOf('{', word.start);
	if (start === -1 || start >= word.end) return word;
	const opening = text.slice(word.start, start).trimEnd();
	if (opening.endsWith("$'")) return word;
	const json = sliceObject(text, start);
	if (json === undefined || 'problem' in parseJson(json)) return word;
	const end = start + json.length;
	const [closing = ''] = (/['"]$/.test(opening) && /^\s*['"]/.exec(text.slice(end))) || [];
	return { ...word, text: json, end: end + closing.length, isClosed: true };
}

function sliceObject(text: string, start: number): string | undefined {
	let depth = 0;
	for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\[^]?)*"?|[{}]/g)) {
		if (token === '{') depth += 1;
		if (token === '}') depth -= 1;
		if (depth === 0) return text.slice(start, start + index + 1);
	}
	return undefined;
}

/** @throws NotSentError that repeats nothing of the body. */
export function parseBody({ text }: Word): { slug: string; context: JsonObject } {
	// Some shells need '{\"slug\": …}'.
	const json = /^\s*\{\s*\\"/.test(text) ? text.replace(/\\(["\\])/g, '$1') : text;
	assertNotCutOff(!json.startsWith('{') || sliceObject(json, 0) !== undefined);
	const body = parseJson(json);
	assertRequest(
		'value' in body,
		'The body of the request cannot be used as JSON',
		'Check quotes and commas. Put numbers above 2^53 in double quotes.',
	);
	const { slug, context, ...others } = isJsonObject(body.value) ? body.value : {};
	assertRequest(
		typeof slug === 'string' && slug.trim() !== '',
		'The body of the request has no slug, so it does not say which flow to start',
	);
	assertRequest(
		isJsonObject(context),
		'The body of the request has no context object',
		'Write {} for an empty one.',
	);
	assertRequest(
		Object.keys(others).length === 0,
		'The body of the request contains more than slug and context',
		'Remove the rest.',
	);
	return { slug, context };
}
