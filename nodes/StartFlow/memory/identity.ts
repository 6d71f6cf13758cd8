import { computeFingerprint } from '../shared/fingerprint';
import { memoize } from '../shared/memoize';
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
	const { context, parametersHash, item } = source;
	// With Entire Input Item, the item is the context, and a large one is not hashed twice.
	const hash = memoize(computeFingerprint);
	return {
		targetHash: hashTarget(source),
		contextHash: hash(context),
		sourceHash: computeFingerprint([parametersHash, hash(item)]),
	};
}

/** The same flow at the same address has the same hash, however the address is written. */
export function hashTarget({ baseUrl, slug }: Pick<IdentitySource, 'baseUrl' | 'slug'>): string {
	return computeFingerprint([new URL(baseUrl).href, slug]);
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
