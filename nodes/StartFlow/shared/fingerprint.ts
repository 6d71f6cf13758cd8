import { createHash } from 'node:crypto';

/** Computes the SHA-256 of a value's JSON, in base64url. The order of keys does not matter. */
export function computeFingerprint(value: unknown): string {
	return createHash('sha256').update(toCanonicalJson(value)).digest('base64url');
}

function toCanonicalJson(value: unknown): string {
	try {
		// The value becomes plain JSON before its keys are sorted, because n8n saves an item as plain JSON.
		return JSON.stringify(JSON.parse(JSON.stringify(value) ?? 'null'), sortKeys);
	} catch {
		// JSON cannot hold an item that contains itself. All such items count as the same, so none is started twice.
		return 'unreadable';
	}
}

function sortKeys(_key: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(sorted);
}
