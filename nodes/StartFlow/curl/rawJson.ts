import { parseJson } from '../shared/json';
import type { Word } from './tokenize';

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

/** Returns the text from a brace to the one that closes it. */
export function sliceObject(text: string, start: number): string | undefined {
	let depth = 0;
	for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\[^]?)*"?|[{}]/g)) {
		if (token === '{') depth += 1;
		if (token === '}') depth -= 1;
		if (depth === 0) return text.slice(start, start + index + 1);
	}
	return undefined;
}
