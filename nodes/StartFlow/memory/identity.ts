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
	const context = canonicalize(identityJson);
	return {
		targetHash: computeFingerprint([new URL(baseUrl).href, slug]),
		contextHash: hash(context),
		// To sort the keys takes longest, so an item that is itself the context is not sorted again.
		sourceHash:
			toJson(item) === identityJson
				? hash(`[${JSON.stringify(parametersHash)},${context}]`)
				: computeFingerprint([parametersHash, item]),
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
	return hash(canonicalize(toJson(value)));
}

function hash(text: string): string {
	return createHash('sha256').update(text).digest('base64url');
}

/** The value becomes plain JSON before its keys are sorted, because n8n saves an item as plain JSON. */
function toJson(value: unknown): string {
	try {
		return JSON.stringify(value) ?? 'null';
	} catch {
		return NO_JSON;
	}
}

/** For a value that contains itself. */
const NO_JSON = '';

/** Writes JSON text with sorted keys. All values without JSON count as the same, so none is started twice. */
function canonicalize(json: string): string {
	try {
		return JSON.stringify(sortKeys(JSON.parse(json)));
	} catch {
		return 'unreadable';
	}
}

/** The loops keep the stack small, so a value may be nested as deeply as in `JSON.stringify`. */
function sortKeys(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) {
		const list: unknown[] = [];
		for (const element of value) list.push(sortKeys(element));
		return list;
	}
	const object = value as Record<string, unknown>;
	const entries: Array<[string, unknown]> = [];
	for (const key of Object.keys(object).sort()) entries.push([key, sortKeys(object[key])]);
	return Object.fromEntries(entries);
}
