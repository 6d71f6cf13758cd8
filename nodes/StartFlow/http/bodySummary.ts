import { isJsonObject, type JsonValue } from '../shared/json';
import { declareMasked, type Masked, parseMaskedJson } from '../shared/mask';
import { shorten } from '../shared/text';
import type { HttpAnswer } from './attempt';
import { decodeText, isWebPage } from './contentType';

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
	const isEmpty = /^[\s{}[\]]*$/.test(text);
	if (isEmpty) return declareMasked({});
	if (text.length > MAX_BODY_CHARACTERS || isWebPage(answer)) {
		const start = text.slice(0, MAX_BODY_CHARACTERS);
		const body = start === text ? text : `${start}… (cut)`;
		return declareMasked({ line: shorten(isWebPage(answer) ? findPageText(start) : start), body });
	}
	try {
		const body = parseMaskedJson(text, accessToken);
		return declareMasked({ line: shorten(findMessage(body) || JSON.stringify(body)), body });
	} catch {
		return declareMasked({ line: shorten(text), body: text });
	}
}

/** Finds the title of a web page, such as "502 Bad Gateway", or else its text. */
function findPageText(html: string): string {
	const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(html) ?? [];
	return title.trim() || html.replace(/<[^<>]*>/g, ' ').replace(/[<>]/g, ' ');
}

/**
 * Where services and frameworks write what is wrong. All that are there are read, in this order. `msg` is FastAPI's, and `value` is
 * OData's, within `message`.
 */
const MESSAGE_KEYS = ['message', 'msg', 'value', 'error', 'error_description', 'detail', 'title'];

/**
 * Finds what the body of a failure says, such as `error.message` or the first text of `errors`. Empty if nothing is found. Nobody
 * nests a message deeper than `maxDepth`.
 */
function findMessage(value: unknown, maxDepth = 5): string {
	if (typeof value === 'string') return value.trim().replace(/\.+$/, '');
	if (maxDepth === 0) return '';
	const findIn = (inner: unknown) => findMessage(inner, maxDepth - 1);
	if (Array.isArray(value)) return value.map(findIn).find(Boolean) ?? '';
	if (!isJsonObject(value)) return '';
	const { errors } = value;
	// ASP.NET and Laravel map each field to its errors.
	const fieldErrors = isJsonObject(errors) && findIn(Object.values(errors));
	const texts = [...MESSAGE_KEYS.map((key) => findIn(value[key])), findIn(errors) || fieldErrors];
	return [...new Set(texts.filter(Boolean))].join(' – ');
}
