import type { HttpAnswer } from '../http/attempt';
import { decodeText } from '../http/contentType';
import { maskJson } from '../secrets/mask';
import { isJsonObject, type JsonValue } from '../shared/json';
import { shorten } from '../shared/text';

interface Said {
	/** On one short line; empty when it said nothing. */
	line: string;
	/** JSON where it is JSON, else text. */
	body: JsonValue;
}

export const LONGEST_SAID = 10_000;

export const CUT = '… (cut)';

/**
 * @param answer The access token masked.
 * @param accessToken Escapes in JSON may hide it until they are read.
 */
export function readErrorBody({ body, headers }: HttpAnswer, accessToken: string): Said {
	// No charset takes more than four bytes for a character.
	const beginning = body.subarray(0, LONGEST_SAID * 4);
	const decoded = decodeText(beginning, headers['content-type']);
	const text = decoded.slice(0, LONGEST_SAID);
	if (beginning.length < body.length || text.length < decoded.length) {
		return { line: shorten(text), body: text.replace(/[\uD800-\uDBFF]$/, '') + CUT };
	}
	try {
		const value = maskJson(JSON.parse(text) as JsonValue, accessToken);
		return { line: shorten(quoteOf(value) ?? text), body: value };
	} catch {
		return { line: shorten(text), body: text };
	}
}

/** What is meant for people, where a JSON answer says it where most services do. */
function quoteOf(value: JsonValue): string | undefined {
	if (!isJsonObject(value)) return undefined;
	const texts = [value.message, value.error, value.detail].flatMap((inner) => {
		const text = typeof inner === 'string' ? inner : quoteOf(inner ?? null);
		return text === undefined || text.trim() === '' ? [] : [text];
	});
	return texts.length > 0 ? [...new Set(texts)].join(' – ') : undefined;
}
