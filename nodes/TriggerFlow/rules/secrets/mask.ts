import { TokenFinder, type Place } from './tokenFinder';

/** What stands in the place of the access token wherever it would be shown. */
export const MASK = '***';

/** `text` without the access token, in every form that `TokenFinder` knows. */
export function maskText(text: string, accessToken: string): string {
	const parts: string[] = [];
	let kept = 0;
	for (const { start, end } of placesOf(text, accessToken)) {
		parts.push(text.slice(kept, start), MASK);
		kept = end;
	}
	return parts.join('') + text.slice(kept);
}

/**
 * A JSON value with the access token masked in every key, every text and every number; the value itself where
 * the token is in none of them, as in most answers.
 */
export function maskJson<T>(value: T, accessToken: string): T {
	return masked(value, (text) => maskText(text, accessToken)) as T;
}

/**
 * `maskJson` for what quotes a text that may hold the token, and has cut it, so that only a part of the token is
 * left: each part of eight signs and more.
 */
export function maskParts<T>(value: T, accessToken: string): T {
	const parts = new Set(piecesOf(accessToken));
	const mask = (text: string) => withoutParts(maskText(text, accessToken), parts);
	return masked(value, mask) as T;
}

/** In characters. Shorter ones are in many words. */
const SHORTEST_PART = 8;

/** The shortest part that begins at each place of a text, as far as one is left, in lower case. */
function piecesOf(text: string): string[] {
	return Array.from({ length: text.length - SHORTEST_PART + 1 }, (_, at) =>
		text.slice(at, at + SHORTEST_PART).toLowerCase(),
	);
}

function withoutParts(text: string, parts: ReadonlySet<string>): string {
	const shown: string[] = [];
	let kept = 0;
	let end = 0;
	for (const [at, piece] of piecesOf(text).entries()) {
		if (!parts.has(piece)) continue;
		if (at > end || end === 0) shown.push(text.slice(kept, at), MASK);
		kept = end = at + SHORTEST_PART;
	}
	return shown.join('') + text.slice(kept);
}

/**
 * What a JSON text stands for in which the token was masked, with the token masked in that as well: it can only
 * be in a text that is still encoded, or be a number that was written in another way.
 *
 * @throws SyntaxError for what is no JSON.
 */
export function parseMasked<T>(json: string, accessToken: string): T {
	const isNumber = !Number.isNaN(Number(accessToken));
	const mayHideIt = (text: string) => isNumber || /[\\%&\0]/.test(text);
	const value = JSON.parse(json) as T;
	// That is seen ten times as fast as the token, and for most answers at once.
	if (!mayHideIt(json)) return value;
	return masked(value, (text) => (mayHideIt(text) ? maskText(text, accessToken) : text)) as T;
}

function masked(value: unknown, mask: (text: string) => string): unknown {
	if (typeof value === 'string') return mask(value);
	if (typeof value === 'number') return mask(String(value)) === String(value) ? value : MASK;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) {
		const inner = value.map((one) => masked(one, mask));
		return inner.every((one, index) => one === value[index]) ? value : inner;
	}
	const object = value as Record<string, unknown>;
	const keys = Object.keys(object);
	const inner = keys.map((key) => masked(object[key], mask));
	const isSame = keys.every((key, index) => inner[index] === object[key] && mask(key) === key);
	return isSame ? value : Object.fromEntries(keys.map((key, index) => [mask(key), inner[index]]));
}

/**
 * The same bytes with the access token overwritten in place, so that a file keeps its length.
 * Returns `bytes` itself when the token is not in it.
 */
export function maskBytes(bytes: Buffer, accessToken: string): Buffer {
	return replaceBytes(bytes, accessToken, (found) => found.replace(/[^\0]/g, '*'));
}

/** The same for the bytes of a text, where the mask may be shorter than the token. */
export function maskTextBytes(bytes: Buffer, accessToken: string): Buffer {
	// The zero bytes of UTF-16 stay between the signs.
	return replaceBytes(bytes, accessToken, (found) =>
		found.includes('\0') ? [...MASK].join('\0') : MASK,
	);
}

function replaceBytes(
	bytes: Buffer,
	accessToken: string,
	maskOf: (found: string) => string,
): Buffer {
	const parts: Buffer[] = [];
	let kept = 0;
	// A run of backslashes has no longest form.
	const size = accessToken.includes('\\') ? bytes.length : PIECE;
	const overlap = accessToken.length * LONGEST_FORM;
	for (let from = 0; from < bytes.length; from = Math.max(from + size, kept)) {
		// One character for each byte, so that places in the text are places in the bytes.
		const text = bytes.toString('latin1', from, from + size + overlap);
		for (const { start, end } of placesOf(text, accessToken)) {
			// It may go on behind this text, and is found again in the next.
			if (start >= size) break;
			const mask = Buffer.from(maskOf(text.slice(start, end)));
			parts.push(bytes.subarray(kept, from + start), mask);
			kept = from + end;
		}
	}
	return kept === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(kept)]);
}

/** In bytes. A large file is looked through piece by piece: as one text it would take its memory once more. */
const PIECE = 2 ** 20;

/** In bytes, of one character: `&amp;amp;amp;#x0000000006a;` in UTF-32. */
const LONGEST_FORM = 128;

/**
 * Where the token stands, in order. Zeros, which UTF-16 has between two signs, are looked past; those that are
 * written out may as well be signs of the token, so it is looked for with them and without.
 */
function placesOf(text: string, accessToken: string): Place[] {
	const finder = finderOf(accessToken);
	const found = (dense: string, placeOf: (index: number) => number) =>
		Array.from(finder.placesIn(dense), ({ start, end }) => ({
			start: placeOf(start),
			end: placeOf(end - 1) + 1,
		}));
	const bare = without(ZEROS, text);
	const places = found(bare.text, bare.placeOf);
	// As JSON, JavaScript, an address and HTML write them.
	const dense = without(/\\(?:u0000|x00)|%(?:25){0,3}00|&#0{1,9};/g, bare.text);
	if (dense.text === bare.text) return places;
	const { placeOf } = without(ZEROS, text);
	return joined([...places, ...found(dense.text, (index) => placeOf(dense.placeOf(index)))]);
}

const ZEROS = /\0+/g;

/** In order, and those that overlap as one. */
function joined(places: Place[]): Place[] {
	const parts: Place[] = [];
	for (const place of places.sort((one, other) => one.start - other.start)) {
		const last = parts.at(-1);
		if (last === undefined || place.start >= last.end) parts.push(place);
		else last.end = Math.max(last.end, place.end);
	}
	return parts;
}

/** A text without what a pattern finds in it, and where each of its signs was; for one sign after another. */
function without(pattern: RegExp, text: string) {
	const dense = text.replace(pattern, '');
	const gaps = text.matchAll(pattern);
	let gap = dense === text ? undefined : gaps.next().value;
	let skipped = 0;
	const placeOf = (index: number): number => {
		while (gap !== undefined && gap.index <= index + skipped) {
			skipped += gap[0].length;
			gap = gaps.next().value;
		}
		return index + skipped;
	};
	return { text: dense, placeOf };
}

let lastFinder: { accessToken: string; finder: TokenFinder } | undefined;

/** Kept for the next call: most runs have one token, and ask for it with every string of an answer. */
function finderOf(accessToken: string): TokenFinder {
	if (lastFinder?.accessToken !== accessToken) {
		lastFinder = { accessToken, finder: new TokenFinder(accessToken) };
	}
	return lastFinder.finder;
}
