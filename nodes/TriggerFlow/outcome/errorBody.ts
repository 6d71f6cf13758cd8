import type { HttpAnswer } from '../http/attempt';
import { decodeText } from '../http/contentHeaders';
import { maskJson } from '../shared/mask';
import { isJsonObject, type JsonValue } from '../shared/json';
import { shorten } from '../shared/text';

interface ErrorBody {
	/** What the service said, on one short line. Empty if it said nothing. */
	line: string;
	/** JSON if it can be parsed, else text. */
	body: JsonValue;
}

export const MAX_BODY_CHARACTERS = 10_000;

export const CUT_MARK = '… (cut)';

/**
 * @param answer Already masked.
 * @param accessToken Masked once more, because escapes in JSON hide it until they are parsed.
 */
export function readErrorBody({ body, headers }: HttpAnswer, accessToken: string): ErrorBody {
	// No charset needs more than four bytes for a character.
	const beginning = body.subarray(0, MAX_BODY_CHARACTERS * 4);
	const decoded = decodeText(beginning, headers['content-type']);
	const text = decoded.slice(0, MAX_BODY_CHARACTERS);
	if (beginning.length < body.length || text.length < decoded.length) {
		return { line: shorten(text), body: text.replace(/[\uD800-\uDBFF]$/, '') + CUT_MARK };
	}
	try {
		const value = maskJson(JSON.parse(text) as JsonValue, accessToken);
		return { line: shorten(findMessage(value) ?? text), body: value };
	} catch {
		return { line: shorten(text), body: text };
	}
}

function findMessage(value: JsonValue): string | undefined {
	if (!isJsonObject(value)) return undefined;
	const texts = [value.message, value.error, value.detail].flatMap((inner) => {
		const text = typeof inner === 'string' ? inner : findMessage(inner ?? null);
		return text === undefined || text.trim() === '' ? [] : [text];
	});
	return texts.length > 0 ? [...new Set(texts)].join(' – ') : undefined;
}
