import { createHash } from 'node:crypto';
import type { StartIdentity } from '../start/itemStart';

/** What makes a start the same one in a later run. */
interface IdentitySource {
	baseUrl: string;
	slug: string;
	/** The context without the callback URL, which differs from run to run, and without the idempotency key. */
	identityJson: string;
	/** What the context is made of: the fingerprint of the parameters as written, and the input item. */
	parametersHash: string;
	item: unknown;
}

export function createIdentity(source: IdentitySource): StartIdentity {
	const { baseUrl, slug, identityJson, parametersHash, item } = source;
	return {
		targetHash: computeFingerprint([new URL(baseUrl).href, slug]),
		contextHash: computeFingerprint(JSON.parse(identityJson)),
		sourceHash: computeFingerprint([parametersHash, item]),
	};
}

/**
 * In a later run, the same parameters may give another context (it contains the time), or corrected parameters may give
 * this item the same context. Both are the same start. If both hashes differ, it is a new start.
 */
export function isSameStart(one: StartIdentity, other: StartIdentity): boolean {
	return (
		one.targetHash === other.targetHash &&
		(one.contextHash === other.contextHash || one.sourceHash === other.sourceHash)
	);
}

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
