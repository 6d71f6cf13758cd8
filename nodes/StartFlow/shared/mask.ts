import type { JsonValue } from './json';
import { memoizeRecent } from './memoize';

/** A private member, because a copy with other properties does not keep it. */
declare class MaskedBrand {
	private readonly isMasked: true;
}

/** A value in which the access token is masked. Messages, items and the memory take nothing else from outside. */
export type Masked<T = string> = T & MaskedBrand;

/** Declares that a value cannot contain the token: the node made it only of its own words and of masked values. */
export function declareMasked<T>(value: T): Masked<T> {
	return value as Masked<T>;
}

const MASK = '***';

/** A shorter piece may occur inside other words, so a token shorter than this is masked only as a whole word. */
const MIN_UNMISTAKABLE_LENGTH = 8;

/** Masks the access token in text, in every form in which a service may send it back. */
export function maskText(text: string, accessToken: string): Masked {
	const { prefilter, pattern } = getSearch(accessToken);
	return declareMasked(prefilter.test(text) ? text.replace(pattern, MASK) : text);
}

/** Masks the token in every key and string. Returns `value` itself if they do not contain it, and else a copy. */
export function maskJson<T>(value: T, accessToken: string): Masked<T> {
	if (!mayContain(value, getSearch(accessToken).prefilter)) return declareMasked(value);
	return declareMasked(mapStrings(value, (text) => maskText(text, accessToken)) as T);
}

/**
 * Parses JSON text and masks the token in the value. Without an escape, each string is a part of the text, so one search in
 * the text replaces the search in each string.
 * @throws SyntaxError
 */
export function parseMaskedJson(json: string, accessToken: string): Masked<JsonValue> {
	const value = JSON.parse(json) as JsonValue;
	const isClean = !json.includes('\\') && !getSearch(accessToken).prefilter.test(json);
	return isClean ? declareMasked(value) : maskJson(value, accessToken);
}

/** Like `maskJson`, but for messages, which cut what they quote: a word with an ellipsis may contain a piece of the token. */
export function maskPieces<T>(value: T, accessToken: string): Masked<T> {
	const tokenPieces = getTokenPieces(accessToken);
	const maskWord = (word: string) =>
		/…|\.\.\./.test(word) ? coverPieces(tokenPieces, word) : word;
	const maskAll = (text: string) => maskText(text, accessToken).split(' ').map(maskWord).join(' ');
	return declareMasked(mapStrings(value, maskAll) as T);
}

/** Masks a word from its first piece of the token to its last. */
function coverPieces(tokenPieces: ReadonlySet<string>, word: string): string {
	const matches = listPieces(word).map((piece) => tokenPieces.has(piece));
	const start = matches.indexOf(true);
	const end = matches.lastIndexOf(true) + MIN_UNMISTAKABLE_LENGTH;
	return start === -1 ? word : word.slice(0, start) + MASK + word.slice(end);
}

/** Lists the pieces of a text. Each is just long enough not to be mistaken. */
function listPieces(text: string): string[] {
	const count = Math.max(0, text.length - MIN_UNMISTAKABLE_LENGTH + 1);
	return Array.from({ length: count }, (_, start) =>
		text.slice(start, start + MIN_UNMISTAKABLE_LENGTH),
	);
}

/** Masks the token in bytes. Returns `bytes` itself if they do not contain it. */
export function maskBytes(bytes: Buffer, accessToken: string): Buffer {
	const { needles, pattern } = getSearch(accessToken);
	if (!needles.some((needle) => bytes.includes(needle, 0, 'latin1'))) return bytes;
	// Latin-1 has one character for each byte, so all other bytes stay the same in every charset.
	const text = bytes.toString('latin1');
	return Buffer.from(text.replace(pattern, MASK), 'latin1');
}

/** A large answer rarely contains the token, so it is copied only if it may. */
function mayContain(value: unknown, prefilter: RegExp): boolean {
	if (typeof value === 'string') return prefilter.test(value);
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) return value.some((element) => mayContain(element, prefilter));
	const object = value as Record<string, unknown>;
	// A list of the entries would take longer than parsing.
	for (const key in object) {
		if (prefilter.test(key) || mayContain(object[key], prefilter)) return true;
	}
	return false;
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
	if (typeof value === 'string') return map(value);
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((element) => mapStrings(element, map));
	const entries = Object.entries(value);
	return Object.fromEntries(entries.map(([key, inner]) => [map(key), mapStrings(inner, map)]));
}

const MAX_KEPT_TOKENS = 10;

const getSearch = memoizeRecent(createSearch, (_search, count) => count > MAX_KEPT_TOKENS);

/** A token may be thousands of characters long, and a run may refuse thousands of items. */
const getTokenPieces = memoizeRecent(
	(token) => new Set(listPieces(token)),
	(_pieces, count) => count > MAX_KEPT_TOKENS,
);

function createSearch(accessToken: string) {
	const forms = listForms(accessToken);
	const pattern = new RegExp(forms.map(toPattern).join('|'), 'g');
	const needles = listNeedles(accessToken, forms);
	const prefilter = new RegExp(needles.map(escapePattern).join('|'));
	return { pattern, needles, prefilter };
}

/**
 * Where none of these occurs, no form does, and there are far fewer of them: no encoder changes letters and digits, so the longest
 * word of the token stands for all forms that contain it.
 */
function listNeedles(accessToken: string, forms: readonly string[]): string[] {
	const words = accessToken.match(/[A-Za-z0-9]+/g) ?? [];
	const [longest = ''] = words.sort((a, b) => b.length - a.length);
	// A short word may occur anywhere.
	const needleWords =
		longest.length < MIN_UNMISTAKABLE_LENGTH ? [] : [longest, longest.toLowerCase()];
	const needles = forms.map((form) => needleWords.find((word) => form.includes(word)) ?? form);
	return [...new Set(needles)];
}

function escapePattern(text: string): string {
	return text.replace(/\W/g, '\\$&');
}

function toPattern(form: string): string {
	const pattern = escapePattern(form);
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
