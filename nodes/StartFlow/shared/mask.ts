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
	return declareMasked(text.replace(getPattern(accessToken), MASK));
}

/** Masks the token in every key and string. Returns `value` itself if they do not contain it, and else a copy. */
export function maskJson<T>(value: T, accessToken: string): Masked<T> {
	if (!containsMatch(value, getPattern(accessToken))) return declareMasked(value);
	return declareMasked(mapStrings(value, (text) => maskText(text, accessToken)) as T);
}

/**
 * Parses JSON text and masks the token in the value.
 * @param json Only an escape can still hide the token in it. Without one, each string is a part of this text.
 * @throws SyntaxError
 */
export function parseMaskedJson(json: Masked, accessToken: string): Masked<JsonValue> {
	const value = JSON.parse(json) as JsonValue;
	return json.includes('\\') ? maskJson(value, accessToken) : declareMasked(value);
}

/** Like `maskJson`, but for messages, which cut what they quote: a word with an ellipsis goes if it contains a piece of the token. */
export function maskPieces<T>(value: T, accessToken: string): Masked<T> {
	const maskWord = (word: string) =>
		/…|\.\.\./.test(word) && containsPiece(word, accessToken) ? MASK : word;
	const maskAll = (text: string) => maskText(text, accessToken).split(' ').map(maskWord).join(' ');
	return declareMasked(mapStrings(value, maskAll) as T);
}

/** A piece is just long enough not to be mistaken. */
function containsPiece(word: string, accessToken: string): boolean {
	for (let end = MIN_UNMISTAKABLE_LENGTH; end <= word.length; end++) {
		const piece = word.slice(end - MIN_UNMISTAKABLE_LENGTH, end);
		if (accessToken.includes(piece)) return true;
	}
	return false;
}

/** Masks the token in bytes. Returns `bytes` itself if they do not contain it. */
export function maskBytes(bytes: Buffer, accessToken: string): Buffer {
	// Latin-1 has one character for each byte, so all other bytes stay the same in every charset.
	const text = bytes.toString('latin1');
	const masked = maskText(text, accessToken);
	return masked === text ? bytes : Buffer.from(masked, 'latin1');
}

/** A large answer rarely contains the token, so it is copied only if it does. */
function containsMatch(value: unknown, pattern: RegExp): boolean {
	if (typeof value === 'string') return value.search(pattern) !== -1;
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) return value.some((element) => containsMatch(element, pattern));
	const object = value as Record<string, unknown>;
	// A list of the entries would take longer than parsing.
	for (const key in object) {
		if (containsMatch(key, pattern) || containsMatch(object[key], pattern)) return true;
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

const getPattern = memoizeRecent(createPattern, MAX_KEPT_TOKENS);

/** Creates the pattern of a token: as it is, in lower case, with any of its characters escaped, and in Base64. */
function createPattern(accessToken: string): RegExp {
	const escaped = allowLowerCase(accessToken.replace(/[^A-Za-z0-9]/g, toFormsPattern));
	const needsWholeWord = accessToken.length < MIN_UNMISTAKABLE_LENGTH;
	const token = needsWholeWord ? `(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])` : escaped;
	const base64Forms = listBase64Forms(accessToken).map((form) => form.replace(/\W/g, '\\$&'));
	return new RegExp([token, ...base64Forms].join('|'), 'g');
}

/** The flag for this would make the search in a large answer several times slower. */
function allowLowerCase(pattern: string): string {
	return pattern.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`);
}

/** An escape of any character in HTML, such as `&amp;` and `&#38;`. */
const HTML_ESCAPE = '&#?\\w+;';

/** The forms of a character that is no letter or digit: its escapes, each also escaped once more, and itself. */
function toFormsPattern(character: string): string {
	const code = character.charCodeAt(0);
	const hex = code.toString(16).toUpperCase();
	const escapes = [
		`%(?:25)?${hex}`,
		`\\\\(?:u005C|\\\\{0,2})(?:\\${character}|u00${hex})`,
		`(?:${HTML_ESCAPE}|&)(?:(?:${HTML_ESCAPE}|#)(?:0*${code}|X0*${hex})|\\w+)(?:${HTML_ESCAPE}|;)`,
	];
	// Only together with a look at their first character are the escapes of a long token compiled quickly.
	return `(?:(?=[%\\\\&])(?:${escapes.join('|')})|\\${character})`;
}

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
