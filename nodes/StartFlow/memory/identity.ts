import { computeFingerprint } from '../shared/fingerprint';
import type { ReadyStart } from '../start/itemStart';

/** Three fingerprints, by which a later run recognizes a start. */
export interface StartIdentity {
	/** Of the address and the slug. */
	targetHash: string;
	/** Of the context, without the callback URL and the idempotency key. */
	contextHash: string;
	/** Of what the context is made of: the parameters as written, and the item. */
	sourceHash: string;
}

const identities = new WeakMap<ReadyStart, StartIdentity>();

export function getIdentity(start: ReadyStart): StartIdentity {
	const { slug, identityJson, computeSourceHash, credential } = start;
	const identity = identities.get(start) ?? {
		targetHash: computeFingerprint([new URL(credential.baseUrl).href, slug]),
		contextHash: computeFingerprint(JSON.parse(identityJson)),
		sourceHash: computeSourceHash(),
	};
	identities.set(start, identity);
	return identity;
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
