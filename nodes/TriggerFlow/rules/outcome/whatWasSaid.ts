import { decodeText } from '../answer/decodeText';
import type { HttpAnswer } from '../answer/httpAnswer';
import { readAnswer } from '../answer/readAnswer';
import type { JsonValue } from '../context/json';
import { maskText } from '../errors/mask';
import { shorten } from '../errors/shorten';
import { LONGEST_FORM } from '../errors/tokenPattern';

/** What a service said with a failure. The access token is masked in all of it. */
export interface Said {
	/** On one short line; empty when it said nothing. */
	line: string;
	/** JSON where it is that, else text. */
	body: JsonValue;
}

/** The longest body that is kept whole, in characters. */
export const LONGEST_SAID = 10_000;

/** The end of a body that was longer. */
export const CUT = '… (cut)';

export function whatWasSaid(answer: HttpAnswer, accessToken: string): Said {
	const { text, isWhole } = beginning(answer, accessToken);
	const line = shorten(text);
	if (!isWhole) return { line, body: text.replace(/[\uD800-\uDBFF]$/, '') + CUT };
	const read = readAnswer(answer, accessToken);
	return { line, body: read.kind === 'json' ? read.value : text };
}

/**
 * The first part of what was said, as text. A body may be many megabytes long, so it is cut before it
 * is read: with so much more than is kept that what the cut leaves of a token is not kept.
 */
function beginning(
	{ body, headers }: HttpAnswer,
	accessToken: string,
): { text: string; isWhole: boolean } {
	const margin = accessToken.length * LONGEST_FORM + 1;
	// No charset takes more than four bytes for a character.
	const enough = (LONGEST_SAID + margin) * 4;
	const read = decodeText(body.subarray(0, enough), headers['content-type']);
	const masked = maskText(read, accessToken);
	const isRead = body.length <= enough;
	const text = isRead ? masked : masked.slice(0, -margin);
	const isWhole = isRead && text.length <= LONGEST_SAID;
	return { text: text.slice(0, LONGEST_SAID), isWhole };
}
