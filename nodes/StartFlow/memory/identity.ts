import { createHash } from 'node:crypto';
import { identifyFlow } from '../credential/access';
import type { StartIdentity } from '../start/itemStart';

/** What makes a start the same one in a later run. */
interface IdentitySource {
	baseUrl: string;
	slug: string;
	/** The context without the callback URL, which differs from run to run, and without the idempotency key. */
	context: unknown;
	/** What the context is made of: the fingerprint of the parameters as written, and the input item. */
	parametersHash: string;
	item: unknown;
}

export function createIdentity(source: IdentitySource): StartIdentity {
	const { baseUrl, slug, context, parametersHash, item } = source;
	const contextHash = computeFingerprint(context);
	// With Entire Input Item, the keys of a large item are not sorted again.
	const itemHash = item === context ? contextHash : computeFingerprint(item);
	return {
		targetHash: computeFingerprint(identifyFlow(baseUrl, slug)),
		contextHash,
		sourceHash: computeFingerprint([parametersHash, itemHash]),
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
	return createHash('sha256').update(toSortedJson(value)).digest('base64url');
}

/** The value becomes plain JSON before its keys are sorted, because n8n saves an item as plain JSON. */
function toSortedJson(value: unknown): string {
	try {
		return writeJson(JSON.parse(JSON.stringify(value)));
	} catch {
		// JSON cannot hold the value. All such values count as the same, so none is started twice.
		return 'no JSON';
	}
}

function writeJson(value: unknown): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
	const object = value as Record<string, unknown>;
	const fields = sortKeys(Object.keys(object)).map(
		(key) => `${JSON.stringify(key)}:${writeJson(object[key])}`,
	);
	return `{${fields.join(',')}}`;
}

let latestKeys: string[] = [];
let latestSorted: string[] = [];

/** The items of a run mostly have the same keys, and to compare them is faster than to sort them. */
function sortKeys(keys: string[]): string[] {
	const isLatest =
		keys.length === latestKeys.length && keys.every((key, index) => key === latestKeys[index]);
	if (!isLatest) {
		latestKeys = keys;
		latestSorted = [...keys].sort();
	}
	return latestSorted;
}
