import { createHash } from 'node:crypto';

/** Computes the SHA-256 of a value's JSON, in base64url. The order of keys does not matter. */
export function computeFingerprint(value: unknown): string {
	return createHash('sha256').update(toSortedJson(value)).digest('base64url');
}

function toSortedJson(value: unknown): string {
	try {
		return JSON.stringify(value, sortKeys) ?? NO_JSON;
	} catch {
		return NO_JSON;
	}
}

/** JSON cannot hold the value. All such values count as the same, so none is started twice. */
const NO_JSON = 'no JSON';

function sortKeys(_key: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const entries = Object.entries(value);
	return Object.fromEntries(entries.sort(([key], [otherKey]) => (key < otherKey ? -1 : 1)));
}
