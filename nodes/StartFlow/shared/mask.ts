import type { JsonValue } from './json';

declare const masked: unique symbol;

/** A value in which the access token is masked. Messages, items and the memory take nothing else from outside. */
export type Masked<T = string> = T & { readonly [masked]: true };

/** Declares that a value cannot contain the token: the node wrote it itself, or it was masked before n8n saved it. */
export function declareMasked<T>(value: T): Masked<T> {
	return value as Masked<T>;
}

export const MASK = '***';

/** A shorter piece may occur inside other words, so a token shorter than this is masked only as a whole word. */
const MIN_UNMISTAKABLE_LENGTH = 8;

/** Masks the access token in text, in every form in which a service may send it back. */
export function maskText(text: string, accessToken: string): Masked {
	return declareMasked(text.replace(getSearch(accessToken).pattern, MASK));
}

/** Masks the token in every key, string and number. Returns `value` itself if they do not contain it, and else a copy. */
export function maskJson<T>(value: T, accessToken: string): Masked<T> {
	return declareMasked(mapStrings(value, (text) => maskText(text, accessToken)) as T);
}

/**
 * Parses JSON text and masks the token in the value. Without an escape, each string is a part of the text, so one search in
 * the text replaces the search in each string.
 * @throws SyntaxError
 */
export function parseMaskedJson(json: string, accessToken: string): Masked<JsonValue> {
	const value = JSON.parse(json) as JsonValue;
	const isClean = !json.includes('\\') && maskText(json, accessToken) === json;
	return isClean ? declareMasked(value) : maskJson(value, accessToken);
}

/** Like `maskJson`, but for messages that may quote only a part of the token. */
export function maskParts<T>(value: T, accessToken: string): Masked<T> {
	const pieceCount = Math.max(0, accessToken.length - MIN_UNMISTAKABLE_LENGTH + 1);
	const pieces = Array.from({ length: pieceCount }, (_, start) =>
		accessToken.slice(start, start + MIN_UNMISTAKABLE_LENGTH),
	);
	const maskPieces = (text: string) =>
		pieces.reduce((masked, piece) => masked.replaceAll(piece, MASK), text);
	return declareMasked(mapStrings(value, (text) => maskPieces(maskText(text, accessToken))) as T);
}

/**
 * Masks the token in bytes. Returns `bytes` itself if they do not contain it.
 * @param createMask Returns what replaces the token in one of its forms.
 */
export function maskBytes(
	bytes: Buffer,
	accessToken: string,
	createMask: (found: string) => string,
): Buffer {
	const { forms, pattern } = getSearch(accessToken);
	if (!forms.some((form) => bytes.includes(form, 0, 'latin1'))) return bytes;
	// Latin-1 has one character for each byte, so all other bytes stay the same in every charset.
	const text = bytes.toString('latin1');
	return Buffer.from(text.replace(pattern, createMask), 'latin1');
}

/** Maps each key, string and number. Returns `value` itself if nothing changes. */
function mapStrings(value: unknown, map: (text: string) => string): unknown {
	if (typeof value === 'string') return map(value);
	if (typeof value === 'number') return map(String(value)) === String(value) ? value : MASK;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) {
		const mapped = value.map((element) => mapStrings(element, map));
		return mapped.every((element, index) => Object.is(element, value[index])) ? value : mapped;
	}
	const entries = Object.entries(value);
	const mapped = entries.map(([key, inner]) => [map(key), mapStrings(inner, map)] as const);
	const isSame = mapped.every(([key, inner], index) => {
		const [sameKey, sameInner] = entries[index] ?? [];
		return key === sameKey && Object.is(inner, sameInner);
	});
	return isSame ? value : Object.fromEntries(mapped);
}

/** How the token is found in any of its forms. */
interface TokenSearch {
	accessToken: string;
	forms: readonly string[];
	pattern: RegExp;
}

let latestSearch: TokenSearch | undefined;

/** Most runs have one token, so the latest search is kept. */
function getSearch(accessToken: string): TokenSearch {
	if (latestSearch?.accessToken === accessToken) return latestSearch;
	const forms = listForms(accessToken);
	const pattern = new RegExp(forms.map(toPattern).join('|'), 'g');
	latestSearch = { accessToken, forms, pattern };
	return latestSearch;
}

function toPattern(form: string): string {
	const pattern = form.replace(/\W/g, '\\$&');
	const needsWholeWord = form.length < MIN_UNMISTAKABLE_LENGTH;
	return needsWholeWord ? `(?<![A-Za-z0-9])${pattern}(?![A-Za-z0-9])` : pattern;
}

/** Lists the forms of a token, the longest first. */
function listForms(accessToken: string): readonly string[] {
	const escaped = ENCODERS.flatMap((encode) => [encode(accessToken), encode(encode(accessToken))]);
	const readable = [accessToken, ...escaped];
	// Names of hosts and headers come back in lower case.
	const inLowerCase = readable.map((form) => form.toLowerCase());
	const forms = new Set([...readable, ...inLowerCase, ...listBase64Forms(accessToken)]);
	return [...forms].sort((a, b) => b.length - a.length);
}

type Encode = (text: string) => string;

const escapeEach =
	(characters: RegExp, escape: (hex: string, code: number) => string): Encode =>
	(text) =>
		text.replace(characters, (character) => {
			const code = character.charCodeAt(0);
			return escape(code.toString(16), code);
		});

const escapeJson: Encode = (text) => JSON.stringify(text).slice(1, -1);

const escapeAmpersand: Encode = (text) => text.replaceAll('&', '&amp;');

const escapeHtml: Encode = (text) => escapeAmpersand(text).replaceAll('"', '&quot;');

/** Percent-encoding, strings in JSON, and HTML, as the usual libraries write them. */
const ENCODERS: readonly Encode[] = [
	encodeURI,
	encodeURIComponent,
	(text) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
	// RFC 3986, and HTML forms
	(text) => escapeEach(/[!'()*]/g, (hex) => `%${hex.toUpperCase()}`)(encodeURIComponent(text)),
	(text) => new URLSearchParams({ text }).toString().slice('text='.length),
	escapeJson,
	// PHP, Go and .NET
	(text) => escapeJson(text).replaceAll('/', '\\/'),
	(text) => escapeJson(text).replaceAll('&', '\\u0026'),
	escapeEach(/["&'+\\`]/g, (hex) => `\\u00${hex.toUpperCase()}`),
	(text) => escapeHtml(text).replaceAll("'", '&apos;'),
	(text) => escapeHtml(text).replaceAll("'", '&#39;'),
	(text) => escapeHtml(text).replaceAll("'", '&#039;'),
	(text) => escapeHtml(text).replaceAll("'", '&#x27;'),
	// Go, and OWASP's encoders
	(text) => escapeEach(/["'+]/g, (_hex, code) => `&#${code};`)(escapeAmpersand(text)),
	escapeEach(/["&'/=`]/g, (hex) => `&#x${hex};`),
	escapeEach(/["&'/=`]/g, (hex) => `&#x${hex.toUpperCase()};`),
];

/**
 * Lists the token in Base64. The form depends on the position of the token modulo 3, so there are three. The characters at both
 * ends depend on the neighboring bytes, so they are left out.
 */
function listBase64Forms(accessToken: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const bytes = Buffer.from(' '.repeat(offset) + accessToken);
		const start = Math.ceil((offset * 8) / 6);
		const end = Math.floor(((offset + accessToken.length) * 8) / 6);
		const forms = [bytes.toString('base64'), bytes.toString('base64url')];
		return forms
			.map((form) => form.slice(start, end))
			.filter((form) => form.length >= MIN_UNMISTAKABLE_LENGTH);
	});
}
