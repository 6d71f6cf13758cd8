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
	/** Whether the item itself is the context. */
	isItemContext?: boolean;
}

export function createIdentity(source: IdentitySource): StartIdentity {
	const { baseUrl, slug, identityJson, parametersHash, item, isItemContext = false } = source;
	const context = canonicalize(identityJson);
	return {
		targetHash: computeFingerprint([new URL(baseUrl).href, slug]),
		contextHash: hash(context),
		// The keys of a large item are not sorted again.
		sourceHash: isItemContext
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
		return writeJson(JSON.parse(json));
	} catch {
		return 'unreadable';
	}
}

/** The loops keep the stack small, so a value may be nested as deeply as in `JSON.stringify`. */
function writeJson(value: unknown): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const parts: string[] = [];
	if (Array.isArray(value)) {
		for (const element of value) parts.push(writeJson(element));
		return `[${parts.join(',')}]`;
	}
	const object = value as Record<string, unknown>;
	for (const key of sortKeys(Object.keys(object))) {
		parts.push(`${JSON.stringify(key)}:${writeJson(object[key])}`);
	}
	return `{${parts.join(',')}}`;
}

let latestKeys: string[] = [];
let latestSorted: string[] = [];

/** The items of a run mostly have the same keys, and to compare them is faster than to sort them. */
function sortKeys(keys: string[]): string[] {
	const isLatest =
		keys.length === latestKeys.length && keys.every((key, index) => key === latestKeys[index]);
	if (!isLatest) {
		latestKeys = keys;
		latestSorted = sortLikeObject(keys);
	}
	return latestSorted;
}

/** Indexes stay before all other keys, by their numbers, as in every object of JavaScript. */
function sortLikeObject(keys: string[]): string[] {
	const firstName = keys.findIndex((key) => !isIndex(key));
	if (firstName === -1) return keys;
	return [...keys.slice(0, firstName), ...keys.slice(firstName).sort()];
}

function isIndex(key: string): boolean {
	return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}
