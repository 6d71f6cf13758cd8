/** What is shown in place of the access token. */
export const MASK = '***';

/** In characters. What is shorter may be a part of any word. */
const SHORTEST = 8;

/** `text` without the access token, in every form in which a service may send it back. */
export function maskText(text: string, accessToken: string): string {
	return text.replace(patternsOf(accessToken).token, MASK);
}

/** A copy of `value` with the token masked in every key, string and number. */
export function maskJson<T>(value: T, accessToken: string): T {
	return mapStrings(value, (text) => maskText(text, accessToken)) as T;
}

/** `maskJson` for messages, which may quote a piece of the token. */
export function maskParts<T>(value: T, accessToken: string): T {
	return mapStrings(value, (text) => text.replace(patternsOf(accessToken).part, MASK)) as T;
}

/** `bytes` with the token masked; `bytes` itself if it is not in them. */
export function maskBytes(
	bytes: Buffer,
	accessToken: string,
	maskOf: (found: string) => string,
): Buffer {
	// One character for each byte: the other bytes stay, whatever their charset.
	const text = bytes.toString('latin1');
	const masked = text.replace(patternsOf(accessToken).token, maskOf);
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

let last: { accessToken: string; token: RegExp; part: RegExp } | undefined;

/** Kept for the next call: most runs have one token and mask every string of an answer. */
function patternsOf(accessToken: string): NonNullable<typeof last> {
	if (last?.accessToken !== accessToken) {
		const token = formsOf(accessToken);
		const count = accessToken.length - SHORTEST + 1;
		const pieces = Array.from({ length: count }, (_, at) => accessToken.slice(at, at + SHORTEST));
		const part = [token, ...pieces.map(literal)].join('|');
		last = { accessToken, token: new RegExp(token, 'g'), part: new RegExp(part, 'g') };
	}
	return last;
}

/** A pattern of the token. The forms with most escapes come first: plainer ones may match a part of them. */
function formsOf(accessToken: string): string {
	const escaped = [2, 1].flatMap((times) =>
		ENCODINGS.map((encoding) => encoded(accessToken, encoding, times)),
	);
	// The names of hosts and headers come back in lower case.
	const plain = [accessToken, accessToken.toLowerCase()].map(literal);
	const token = oneOf([...escaped, ...plain]);
	const isShort = accessToken.length < SHORTEST;
	const whole = isShort ? `(?<![A-Za-z0-9])${token}(?![A-Za-z0-9])` : token;
	return [whole, ...base64Cores(accessToken)].join('|');
}

interface Encoding {
	/** What at least one of the usual libraries escapes, of the characters that a token may have. */
	escaped: RegExp;
	escapesOf: (character: string, hex: string) => string[];
}

const NAMES: Record<string, string> = { '"': 'quot', '&': 'amp', "'": 'apos' };

const ENCODINGS: readonly Encoding[] = [
	{ escaped: /[^A-Za-z0-9]/, escapesOf: (_character, hex) => [`%${hex}`] },
	{
		escaped: /["&'+/=\\`]/,
		escapesOf: (character, hex) => [`\\${character}`, `\\u00${hex}`],
	},
	{
		escaped: /["&'+/=`]/,
		escapesOf: (character, hex) => {
			const code = character.charCodeAt(0);
			const named = NAMES[character] ?? `#${code}`;
			return [`&#${code};`, `&#0${code};`, `&#x${hex};`, `&${named};`];
		},
	},
];

/** A pattern of `text` as an encoding writes it, so many times over. */
function encoded(text: string, encoding: Encoding, times: number): string {
	const { escaped, escapesOf } = encoding;
	return text.replace(/[^A-Za-z0-9]/g, (character) => {
		if (times === 0 || !escaped.test(character)) return literal(character);
		const hex = character.charCodeAt(0).toString(16);
		const escapes = [hex, hex.toUpperCase()].flatMap((digits) => escapesOf(character, digits));
		// The character that begins an escape is always escaped itself.
		const forms = escapes[0]?.startsWith(character) ? escapes : [character, ...escapes];
		return oneOf(forms.map((form) => encoded(form, encoding, times - 1)));
	});
}

/**
 * What is the same in the Base64 of everything that holds the token, in both alphabets. It depends on where the
 * token begins within three bytes, which become four characters; at its ends the neighbours are mixed in.
 */
function base64Cores(accessToken: string): string[] {
	return [0, 1, 2]
		.map((offset) =>
			Buffer.from(' '.repeat(offset) + accessToken)
				.toString('base64')
				.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + accessToken.length) * 8) / 6)),
		)
		.filter((core) => core.length >= SHORTEST)
		.map((core) => core.replaceAll('+', '[+-]').replaceAll('/', '[/_]'));
}

function oneOf(sources: readonly string[]): string {
	return `(?:${[...new Set(sources)].join('|')})`;
}

function literal(text: string): string {
	return text.replace(/[^A-Za-z0-9]/g, '\\$&');
}
