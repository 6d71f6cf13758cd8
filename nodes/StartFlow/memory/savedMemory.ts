import type { HttpAnswer } from '../http/attempt';
import type { Failure } from '../outcome/outcomes';
import { computeFingerprint } from '../shared/fingerprint';
import { isJsonObject } from '../shared/json';
import type { RefusedStart, StartIdentity } from '../start/itemStart';

/** What n8n keeps in the node's context between runs. */
export interface SavedMemory {
	version: typeof MEMORY_VERSION;
	/** The execution in which the starts were first made. A Retry is a new execution that continues it. */
	firstExecutionId: string;
	/**
	 * What identifies the execution that sent last, which only one Retry may continue: its id. In a Retry that has sent nothing yet,
	 * what identifies the retried execution.
	 */
	lastSenderIds: string[];
	/** Whether a person started this execution or the first one. n8n 1.x does not tell a Retry how the first one started. */
	wasStartedByHand: boolean;
	/** Whether n8n was killed in the middle of the first execution. Then nobody knows what it started. */
	wasCutOff: boolean;
	/** The round of a loop in which the node has run last. n8n runs no earlier one again. */
	roundIndex: number;
	/** What that round has started. */
	starts: RememberedStarts;
}

/** The starts that must not be made again, by item index, the newest first. */
export type RememberedStarts = Record<string, RememberedStart[]>;

export type RememberedStart = StartIdentity & (RememberedAnswer | RememberedFailure);

export interface RememberedAnswer extends Omit<HttpAnswer, 'body'> {
	kind: 'answered';
	attempts: number;
	/** In Base64. Empty if there was no room for it. */
	body: string;
}

/** A start that happened, or may have, but gave its item no answer. It contains nothing that the service said. */
export interface RememberedFailure extends Pick<Failure, 'outcome' | 'message' | 'statusCode'> {
	kind: 'failed';
	attempts: number;
}

/** Raise it when the shape changes. What has another version is not read, and nothing is sent. */
export const MEMORY_VERSION = 1;

/**
 * Whether a version of the node that this one understands has saved it. A damaged memory could make a start twice, so what tells
 * starts apart is checked. The rest has the types of its version.
 */
export function isSavedMemory(saved: unknown): saved is SavedMemory {
	if (!isJsonObject(saved) || saved.version !== MEMORY_VERSION) return false;
	if (!Array.isArray(saved.lastSenderIds) || typeof saved.roundIndex !== 'number') return false;
	if (!isJsonObject(saved.starts)) return false;
	return Object.values(saved.starts).every(
		(itemStarts) => Array.isArray(itemStarts) && itemStarts.every(isRememberedStart),
	);
}

function isRememberedStart(start: unknown): boolean {
	if (!isJsonObject(start)) return false;
	const { kind, targetHash, contextHash, sourceHash } = start;
	const hasHashes = [targetHash, contextHash, sourceHash].every((hash) => typeof hash === 'string');
	return hasHashes && (kind === 'answered' || kind === 'failed');
}

type Target = NonNullable<RefusedStart['target']>;

/** @param sources What the context is made of. One that JSON cannot hold does not hide the others. */
export function createIdentity(
	target: Target,
	context: unknown,
	sources: readonly unknown[],
): StartIdentity {
	return {
		targetHash: hashTarget(target),
		contextHash: computeFingerprint(context),
		sourceHash: computeFingerprint(sources.map(computeFingerprint)),
	};
}

/** The same flow at the same address has the same hash, however the address is written. */
export function hashTarget({ baseUrl, slug }: Target): string {
	return computeFingerprint([new URL(baseUrl).href, slug]);
}

/**
 * In a later run, the same parameters may give another context (it contains the time), or corrected parameters may give
 * this item the same context. Both are the same start. If both hashes differ, it is a new start. Who waited for a callback is always
 * the same start: if n8n was killed after it, a Retry may run the node again with the callback in the place of its input.
 */
export function isSameStart(start: StartIdentity, previous: RememberedStart): boolean {
	if (start.targetHash !== previous.targetHash) return false;
	if (previous.kind === 'failed' && previous.outcome === 'noCallback') return true;
	return start.contextHash === previous.contextHash || start.sourceHash === previous.sourceHash;
}
