import { fingerprint } from '../context/fingerprint';
import type { ReadyStart } from './itemStart';

/** By what a start is known again in a later try, each of them as a fingerprint. */
export interface StartIdentity {
	/** Address and slug, as they come out. */
	target: string;
	/** The context, its start key aside. */
	content: string;
	/** What the context is made of. */
	source: string;
}

/** It takes its time, and is always the same for the same start. */
const KNOWN = new WeakMap<ReadyStart, StartIdentity>();

export function identityOf(start: ReadyStart): StartIdentity {
	const { slug, content, source, credential } = start;
	const identity = KNOWN.get(start) ?? {
		target: fingerprint([new URL(credential.baseUrl).href, slug]),
		content: fingerprint(JSON.parse(content)),
		source: source(),
	};
	KNOWN.set(start, identity);
	return identity;
}

/**
 * Whether two starts of an item are the same one. What is sent may differ from try to try (the time
 * in the context), and what it is made of may differ and give the same (a mended parameter): it is a
 * new start when both have changed, and always at another address or of another flow.
 */
export function isSame(one: StartIdentity, other: StartIdentity): boolean {
	return (
		one.target === other.target && (one.content === other.content || one.source === other.source)
	);
}
