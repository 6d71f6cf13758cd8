import { isJsonObject, type JsonValue } from '../shared/json';
import { declareMasked, maskBytes, maskJson, type Masked, parseMaskedJson } from '../shared/mask';
import { shorten } from '../shared/text';
import type { HttpAnswer } from './attempt';
import { decodeText } from './contentType';

/** Masks the access token in an answer, before anything reads or parses it. */
export function maskAnswer(answer: HttpAnswer, accessToken: string): Masked<HttpAnswer> {
	const headers = maskJson(answer.headers, accessToken);
	const body = maskBytes(answer.body, accessToken);
	return declareMasked({ ...answer, headers, body });
}

const MAX_BODY_CHARACTERS = 10_000;

/** What an answer says: on one short line, and as JSON if it can be parsed, else as text. Empty if the answer says nothing. */
interface BodySummary {
	line?: string;
	body?: JsonValue;
}

/** @param accessToken It is masked once more after parsing, because escapes in JSON can hide it until then. */
export function summarizeBody(
	answer: Masked<HttpAnswer>,
	accessToken: string,
): Masked<BodySummary> {
	const text = decodeText(answer.body, answer.headers['content-type'], accessToken);
	if (text.length > MAX_BODY_CHARACTERS) {
		const body = `${text.slice(0, MAX_BODY_CHARACTERS)}… (cut)`;
		return declareMasked({ line: shorten(text), body });
	}
	const isEmpty = /^[\s{}[\]]*$/.test(text);
	if (isEmpty) return declareMasked({});
	try {
		const body = parseMaskedJson(text, accessToken);
		return declareMasked({ line: shorten(findMessage(body) || JSON.stringify(body)), body });
	} catch {
		return declareMasked({ line: shorten(text), body: text });
	}
}

function findMessage(value: unknown): string {
	if (!isJsonObject(value)) return '';
	const texts = [value.message, value.error, value.detail]
		.map((inner) => (typeof inner === 'string' ? inner : findMessage(inner)))
		.filter((text) => text.trim() !== '');
	return [...new Set(texts)].join(' – ');
}
