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
	return declareMasked(text.replace(getPatterns(accessToken).token, MASK));
}

/** Returns a copy of `value` in which the token is masked in every key, string and number. */
export function maskJson<T>(value: T, accessToken: string): Masked<T> {
	return mapStrings(value, (text) => maskText(text, accessToken)) as Masked<T>;
}

/** Like `maskJson`, but for messages that may quote only a part of the token. */
export function maskParts<T>(value: T, accessToken: string): Masked<T> {
	return mapStrings(value, (text) =>
		text.replace(getPatterns(accessToken).part, MASK),
	) as Masked<T>;
}

/**
 * Masks the token in bytes. Returns `bytes` itself if they do not contain it.
 * @param createMask Returns what replaces a match.
 */
export function maskBytes(
	bytes: Buffer,
	accessToken: string,
	createMask: (found: string) => string,
): Buffer {
	// Latin-1 has one character for each byte, so all other bytes stay the same in every charset.
	const text = bytes.toString('latin1');
	const masked = text.replace(getPatterns(accessToken).token, createMask);
	return masked === text ? bytes : Buffer.from(masked, 'latin1');
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
	if (typeof value === 'string') return map(value);
	if (typeof value === 'number') return map(String(value)) === String(value) ? value : MASK;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((element) => mapStrings(element, map));
	const entries = Object.entries(value);
	return Object.fromEntries(entries.map(([key, inner]) => [map(key), mapStrings(inner, map)]));
}

let latestPatterns: ReturnType<typeof createPatterns> | undefined;

/** Most runs have one token and mask every string of an answer, so the latest patterns are kept. */
function getPatterns(accessToken: string) {
	if (latestPatterns?.accessToken !== accessToken) latestPatterns = createPatterns(accessToken);
	return latestPatterns;
}

/** Creates the pattern of a token, and `part`, which matches each piece of the token as well. */
function createPatterns(accessToken: string) {
	const token = createTokenPattern(accessToken);
	const count = Math.max(0, accessToken.length - MIN_UNMISTAKABLE_LENGTH + 1);
	const pieces = Array.from({ length: count }, (_, from) =>
		escapeRegExp(accessToken.slice(from, from + MIN_UNMISTAKABLE_LENGTH)),
	);
	const part = [token, ...pieces].join('|');
	return { accessToken, token: new RegExp(token, 'g'), part: new RegExp(part, 'g') };
}

function createTokenPattern(accessToken: string): string {
	// Names of hosts and headers come back in lower case.
	const lowerCase = escapeRegExp(accessToken.toLowerCase());
	const token = joinAlternatives([escapeInAnyWay(accessToken, ENCODINGS, 2), lowerCase]);
	const isShort = accessToken.length < MIN_UNMISTAKABLE_LENGTH;
	const whole = isShort ? `(?<![A-Za-z0-9])${token}(?![A-Za-z0-9])` : token;
	return [whole, ...createBase64Patterns(accessToken)].join('|');
}

interface Encoding {
	/** Characters of a token that at least one of the usual libraries escapes. */
	escaped: RegExp;
	listEscapes: (character: string, hex: string) => string[];
}

const NAMED_HTML_ESCAPES: Record<string, string> = { '"': 'quot', '&': 'amp', "'": 'apos' };

/** Percent-encoding, strings in JSON, HTML. The case of hexadecimal digits does not matter. */
const ENCODINGS: readonly Encoding[] = [
	{ escaped: /[^A-Za-z0-9]/, listEscapes: (_, hex) => [`%${hex}`] },
	{ escaped: /["&'+/=\\`]/, listEscapes: (character, hex) => [`\\${character}`, `\\u00${hex}`] },
	{
		escaped: /["&'+/=`]/,
		listEscapes: (character, hex) => {
			const code = character.charCodeAt(0);
			const name = NAMED_HTML_ESCAPES[character] ?? `#${code}`;
			return [`&${name};`, `&#${code};`, `&#0${code};`, `&#x${hex};`];
		},
	},
];

/**
 * A pattern of `text` in which each character may be escaped up to `maxTimes` times in the same way. For example, `/` may be `%2f`, `%252F`,
 * `\/`, `\u002f` or `&#47;`.
 */
function escapeInAnyWay(text: string, encodings: readonly Encoding[], maxTimes: number): string {
	if (maxTimes === 0) return escapeRegExp(text);
	return text.replace(/[^A-Za-z0-9]/g, (character) => {
		const hex = character.charCodeAt(0).toString(16);
		const usable = encodings.filter(({ escaped }) => escaped.test(character));
		const escapes = usable.flatMap((encoding) =>
			[hex, hex.toUpperCase()]
				.flatMap((digits) => encoding.listEscapes(character, digits))
				.map((escape) => escapeInAnyWay(escape, [encoding], maxTimes - 1)),
		);
		// The unescaped character comes last, because it may match only a part of an escape.
		return joinAlternatives([...escapes, escapeRegExp(character)]);
	});
}

/**
 * Patterns of the token in Base64. They depend on the position of the token modulo 3, so there are three of them. They leave
 * out the characters at both ends, which depend on the neighboring bytes.
 */
function createBase64Patterns(accessToken: string): string[] {
	return [0, 1, 2]
		.map((offset) => {
			const base64 = Buffer.from(' '.repeat(offset) + accessToken).toString('base64');
			const start = Math.ceil((offset * 8) / 6);
			const end = Math.floor(((offset + accessToken.length) * 8) / 6);
			return base64.slice(start, end);
		})
		.filter((core) => core.length >= MIN_UNMISTAKABLE_LENGTH)
		.map((core) => core.replaceAll('+', '[+-]').replaceAll('/', '[/_]'));
}

function joinAlternatives(sources: readonly string[]): string {
	return `(?:${[...new Set(sources)].join('|')})`;
}

function escapeRegExp(text: string): string {
	return text.replace(/[^A-Za-z0-9]/g, '\\$&');
}
