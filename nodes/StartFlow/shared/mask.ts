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
	return declareMasked(replaceToken(text, accessToken, () => MASK));
}

/** Masks the token in every key, string and number. Returns `value` itself if they do not contain it, and else a copy. */
export function maskJson<T>(value: T, accessToken: string): Masked<T> {
	const { pattern, mayBeInNumber } = getSearch(accessToken);
	const mask = (text: string) => (pattern.test(text) ? maskText(text, accessToken) : text);
	return declareMasked(mapStrings(value, mask, mayBeInNumber) as T);
}

/**
 * Parses JSON text and masks the token in the value. Without an escape, each string is a part of the text, so one search in
 * the text replaces the search in each string.
 * @throws SyntaxError
 */
export function parseMaskedJson(json: string, accessToken: string): Masked<JsonValue> {
	const value = JSON.parse(json) as JsonValue;
	const { needles, mayBeInNumber } = getSearch(accessToken);
	const isClean = !mayBeInNumber && !['\\', ...needles].some((text) => json.includes(text));
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
	const mask = (text: string) => maskPieces(maskText(text, accessToken));
	return declareMasked(mapStrings(value, mask, true) as T);
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
	const { needles } = getSearch(accessToken);
	if (!needles.some((needle) => bytes.includes(needle, 0, 'latin1'))) return bytes;
	// Latin-1 has one character for each byte, so all other bytes stay the same in every charset.
	const text = bytes.toString('latin1');
	const masked = replaceToken(text, accessToken, createMask);
	return masked === text ? bytes : Buffer.from(masked, 'latin1');
}

type MapText = (text: string) => string;

/**
 * An answer may be large and rarely contains the token. So it is copied only if something changes.
 * @param withNumbers Whether numbers may change. To write each as text takes longer than to parse it.
 */
function mapStrings(value: unknown, map: MapText, withNumbers: boolean): unknown {
	return hasChange(value, map, withNumbers) ? copyMapped(value, map) : value;
}

function hasChange(value: unknown, map: MapText, withNumbers: boolean): boolean {
	if (typeof value === 'string') return map(value) !== value;
	if (typeof value === 'number') return withNumbers && map(String(value)) !== String(value);
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) return value.some((element) => hasChange(element, map, withNumbers));
	const object = value as Record<string, unknown>;
	// Lists of the keys, as `Object.entries` makes them, would take longer than parsing.
	for (const key in object) {
		if (map(key) !== key || hasChange(object[key], map, withNumbers)) return true;
	}
	return false;
}

function copyMapped(value: unknown, map: MapText): unknown {
	if (typeof value === 'string') return map(value);
	if (typeof value === 'number') return map(String(value)) === String(value) ? value : MASK;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((element) => copyMapped(element, map));
	const entries = Object.entries(value);
	return Object.fromEntries(entries.map(([key, inner]) => [map(key), copyMapped(inner, map)]));
}

function replaceToken(
	text: string,
	accessToken: string,
	createMask: (found: string) => string,
): string {
	const { forms, pattern } = getSearch(accessToken);
	if (!pattern.test(text)) return text;
	const isWord = (character = '') => /[A-Za-z0-9]/.test(character);
	return forms.reduce((masked, form) => {
		if (!masked.includes(form)) return masked;
		const needsWholeWord = form.length < MIN_UNMISTAKABLE_LENGTH;
		return masked.replaceAll(form, (found, index: number) => {
			const isPart = isWord(masked[index - 1]) || isWord(masked[index + form.length]);
			return needsWholeWord && isPart ? found : createMask(found);
		});
	}, text);
}

/** How the token is found in any of its forms. */
interface TokenSearch {
	accessToken: string;
	/** The longest first. */
	forms: readonly string[];
	/** Where none of these occurs, no form does. There are far fewer of them. */
	needles: readonly string[];
	/** Finds a needle. In a short string, one pattern is faster than a search for each needle. */
	pattern: RegExp;
	/** Whether a number, written as text, may contain a needle. */
	mayBeInNumber: boolean;
}

let latestSearch: TokenSearch | undefined;

/** Most runs have one token, so the latest search is kept. */
function getSearch(accessToken: string): TokenSearch {
	if (latestSearch?.accessToken === accessToken) return latestSearch;
	const forms = listForms(accessToken);
	const needles = listNeedles(accessToken, forms);
	const pattern = new RegExp(needles.map((needle) => needle.replace(/\W/g, '\\$&')).join('|'));
	const mayBeInNumber = needles.some((needle) => NUMBER_PART.test(needle));
	latestSearch = { accessToken, forms, needles, pattern, mayBeInNumber };
	return latestSearch;
}

/** A part of `-1.5e+21` or `Infinity`. */
const NUMBER_PART = /^[-+.\deInfity]+$/;

/** Lists the forms of a token, the longest first. */
function listForms(accessToken: string): readonly string[] {
	const escaped = ENCODERS.flatMap((encode) => [encode(accessToken), encode(encode(accessToken))]);
	const readable = [accessToken, ...escaped];
	// Names of hosts and headers come back in lower case.
	const inLowerCase = readable.map((form) => form.toLowerCase());
	const forms = new Set([...readable, ...inLowerCase, ...listBase64Forms(accessToken)]);
	return [...forms].sort((a, b) => b.length - a.length);
}

/** No encoder changes letters and digits. So the longest word of the token stands for all forms that contain it. */
function listNeedles(accessToken: string, forms: readonly string[]): string[] {
	const words = accessToken.match(/[A-Za-z0-9]+/g) ?? [];
	const [longest = ''] = words.sort((a, b) => b.length - a.length);
	// A short word may occur anywhere.
	const known = longest.length < MIN_UNMISTAKABLE_LENGTH ? [] : [longest, longest.toLowerCase()];
	const needles = forms.map((form) => known.find((word) => form.includes(word)) ?? form);
	return [...new Set(needles)];
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
