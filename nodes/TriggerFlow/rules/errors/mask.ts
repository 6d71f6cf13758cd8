/** What stands in the place of the access token wherever it would be shown. */
export const MASK = '***';

/**
 * `text` without the access token: as it is, percent-encoded, or escaped as JSON writers do, each
 * of its characters on its own; also as UTF-16 that was read byte by byte.
 */
export function maskText(text: string, accessToken: string): string {
	return text.replace(patternOf(accessToken), MASK);
}

/** A parsed JSON value with the access token masked in every key and every string. */
export function maskJson<T>(value: T, accessToken: string): T {
	// Most answers never mention the token: only those that do are built anew.
	return mentions(value, accessToken) ? (maskedCopy(value, accessToken) as T) : value;
}

/**
 * The same bytes with the access token overwritten in place, so that a file keeps its length.
 * Returns `bytes` itself when the token is not in it.
 */
export function maskBytes(bytes: Buffer, accessToken: string): Buffer {
	let masked = bytes;
	// One character for each byte, so that places in the text are places in the file.
	for (const { 0: found, index } of bytes.toString('latin1').matchAll(patternOf(accessToken))) {
		if (masked === bytes) masked = Buffer.from(bytes);
		masked.fill('*', index, index + found.length);
	}
	return masked;
}

let lastPattern: { accessToken: string; pattern: RegExp } | undefined;

/** Kept for the next call: a run has one token, and asks for it with every string of an answer. */
function patternOf(accessToken: string): RegExp {
	if (lastPattern?.accessToken !== accessToken) {
		const pattern = new RegExp([...accessToken].map(anyFormOf).join('\\0?'), 'g');
		lastPattern = { accessToken, pattern };
	}
	return lastPattern.pattern;
}

/** A pattern for one character (visible ASCII): bare, after a backslash, `\u003d`, `%3d`, `&#61;`. */
function anyFormOf(character: string): string {
	const code = character.charCodeAt(0);
	const hex = [...code.toString(16)].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
	const bare = character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
	return `(?:\\\\?${bare}|\\\\u00${hex}|%${hex}|&#${code};|&#x${hex};)`;
}

function mentions(value: unknown, accessToken: string): boolean {
	if (typeof value === 'string') return maskText(value, accessToken) !== value;
	if (typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some(
		([key, inner]) => mentions(key, accessToken) || mentions(inner, accessToken),
	);
}

function maskedCopy(value: unknown, accessToken: string): unknown {
	if (typeof value === 'string') return maskText(value, accessToken);
	if (Array.isArray(value)) return value.map((inner) => maskedCopy(inner, accessToken));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [
			maskText(key, accessToken),
			maskedCopy(inner, accessToken),
		]),
	);
}
