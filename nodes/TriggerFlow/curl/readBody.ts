import { parseJson } from '../context/jsonText';
import { NotSentError } from '../shared/failure';
import { isJsonObject, type JsonObject } from '../shared/json';
import type { Word } from './tokenize';

/** @throws NotSentError that says what is wrong and what to do, unless `condition` is true. */
export function check(condition: boolean, problem: string, cure = ''): asserts condition {
	const copy = "Copy the whole request from the flow's Start Event.";
	if (!condition) throw new NotSentError(problem, `${cure} ${copy}`.trim());
}

export const CUT_OFF = ['The request is cut off', 'A closing quote or brace is missing.'] as const;

/**
 * A word with its JSON as it is written, where that is valid. It helps where quotes in the JSON are not
 * escaped: its braces tell where it ends. In $'…' a backslash means something else.
 */
export function withRawJson(text: string, word: Word): Word {
	const start = text.indexOf('{', word.start);
	const opening = text.slice(word.start, start).trimEnd();
	if (start === -1 || start >= word.end || opening.endsWith("$'")) return word;
	const json = objectAt(text, start);
	if (json === undefined || 'problem' in parseJson(json)) return word;
	const end = start + json.length;
	const closing = /['"]$/.test(opening) && /^\s*['"]/.exec(text.slice(end));
	return { ...word, text: json, end: end + (closing ? closing[0].length : 0), isClosed: true };
}

/** From a brace to the one that closes it. */
function objectAt(text: string, start: number): string | undefined {
	let depth = 0;
	for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\[^]?)*"?|[{}]/g)) {
		if (token === '{') depth += 1;
		if (token === '}') depth -= 1;
		if (depth === 0) return text.slice(start, start + index + 1);
	}
	return undefined;
}

/** The flow that a body names, and the example of its context. */
export function readBody({ text }: Word): { slug: string; context: JsonObject } {
	// Some shells need '{\"slug\": …}'.
	const json = /^\s*\{\s*\\"/.test(text) ? text.replace(/\\(["\\])/g, '$1') : text;
	check(!json.startsWith('{') || objectAt(json, 0) !== undefined, ...CUT_OFF);
	const body = parseJson(json);
	const isJson = 'value' in body;
	check(
		isJson,
		'The body of the request is not valid JSON',
		'Check quotes and commas. Put numbers above 2^53 in double quotes.',
	);
	const { slug, context, ...others } = isJsonObject(body.value) ? body.value : {};
	const isSlug = typeof slug === 'string' && slug.trim() !== '';
	check(isSlug, 'The body of the request has no slug, so it does not say which flow to start');
	const hasContext = isJsonObject(context);
	check(hasContext, 'The body of the request has no context object', 'Write {} for an empty one.');
	const isAll = Object.keys(others).length === 0;
	check(isAll, 'The body of the request contains more than slug and context', 'Remove the rest.');
	return { slug, context };
}
