import { createHash } from 'node:crypto';

/** SHA-256 of a value's JSON, whatever the order of its keys, in base64url. */
export function fingerprint(value: unknown): string {
	return createHash('sha256').update(canonicalJson(value)).digest('base64url');
}

/** An input item may hold what JSON cannot write, such as a circle: those all count as the same. */
function canonicalJson(value: unknown): string {
	try {
		// The first round leaves plain JSON: what n8n saves of an item, and no circle.
		return JSON.stringify(JSON.parse(JSON.stringify(value) ?? 'null'), withSortedKeys);
	} catch {
		return 'unreadable';
	}
}

function withSortedKeys(_key: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(sorted);
}
