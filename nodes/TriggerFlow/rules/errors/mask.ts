import { tokenPattern } from './tokenPattern';

/** What stands in the place of the access token wherever it would be shown. */
export const MASK = '***';

/** `text` without the access token, in every form that `tokenPattern` knows. */
export function maskText(text: string, accessToken: string): string {
	return text.replace(patternOf(accessToken), MASK);
}

/** A parsed JSON value with the access token masked in every key, every text and every number. */
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
		lastPattern = { accessToken, pattern: tokenPattern(accessToken) };
	}
	return lastPattern.pattern;
}

function mentions(value: unknown, accessToken: string): boolean {
	if (typeof value === 'string') return maskText(value, accessToken) !== value;
	if (typeof value === 'number') return mentions(String(value), accessToken);
	if (typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some(
		([key, inner]) => mentions(key, accessToken) || mentions(inner, accessToken),
	);
}

function maskedCopy(value: unknown, accessToken: string): unknown {
	if (typeof value === 'string') return maskText(value, accessToken);
	if (typeof value === 'number') return mentions(value, accessToken) ? MASK : value;
	if (Array.isArray(value)) return value.map((inner) => maskedCopy(inner, accessToken));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [
			maskText(key, accessToken),
			maskedCopy(inner, accessToken),
		]),
	);
}
