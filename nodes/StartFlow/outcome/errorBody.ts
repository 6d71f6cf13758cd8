import type { HttpAnswer } from '../http/attempt';
import { decodeText } from '../http/contentHeaders';
import { isJsonObject, type JsonValue } from '../shared/json';
import { maskJson, type Masked } from '../shared/mask';
import { shorten } from '../shared/text';

export const MAX_BODY_CHARACTERS = 10_000;

export const CUT_MARK = '… (cut)';

/**
 * Parses what an answer says: on one short line, which may be empty, and as JSON if it can be parsed, else as text.
 * @param accessToken It is masked once more after parsing, because escapes in JSON can hide it until then.
 */
export function parseErrorBody(
	{ body, headers }: Masked<HttpAnswer>,
	accessToken: string,
): { line: string; body: JsonValue } {
	// No charset needs more than four bytes for a character.
	const beginning = body.subarray(0, MAX_BODY_CHARACTERS * 4);
	const decoded = decodeText(beginning, headers['content-type']);
	const text = decoded.slice(0, MAX_BODY_CHARACTERS);
	if (beginning.length < body.length || text.length < decoded.length) {
		return { line: shorten(text), body: text.replace(/[\uD800-\uDBFF]$/, '') + CUT_MARK };
	}
	try {
		const value = maskJson(JSON.parse(text) as JsonValue, accessToken);
		return { line: shorten(findMessage(value) || text), body: value };
	} catch {
		return { line: shorten(text), body: text };
	}
}

function findMessage(value: unknown): string {
	if (!isJsonObject(value)) return '';
	const texts = [value.message, value.error, value.detail]
		.map((inner) => (typeof inner === 'string' ? inner : findMessage(inner)))
		.filter((text) => text.trim() !== '');
	return [...new Set(texts)].join(' – ');
}
