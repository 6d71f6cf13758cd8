import { createHash } from 'node:crypto';

import { fingerprint } from '../context/fingerprint';
import { shownName } from '../context/fieldPath';
import { dottedPath, withValueAt } from '../context/withValueAt';
import { NotSentError } from '../errors/failure';
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

export function isEqual(one: StartIdentity, other: StartIdentity): boolean {
	return isSame(one, other) && one.content === other.content && one.source === other.source;
}

/** What makes one logical start different from every other, and is the same in all of its tries. */
export interface KeyParts {
	instance: string;
	workflow: string;
	execution: string;
	node: string;
	runIndex: number;
	item: number;
}

/** A key by which a flow can tell that it was started before: SHA-256, 64 hexadecimal digits. */
export function startKey(identity: KeyParts): string {
	const { instance, workflow, execution, node, runIndex, item } = identity;
	const parts = JSON.stringify([instance, workflow, execution, node, runIndex, item]);
	return createHash('sha256').update(parts).digest('hex');
}

/**
 * The context with a key at a dotted path, as in `meta.startKey`.
 *
 * @throws NotSentError when something else already stands there.
 */
export function withStartKey(context: unknown, path: string, key: string): unknown {
	const segments = dottedPath(path);
	if (segments === undefined) {
		throw new NotSentError(
			`The option Start Key Field is "${shownName(path)}", which has a dot too many`,
			'Write a field name such as startKey, or a path such as meta.startKey.',
		);
	}
	const keyed = withValueAt(context, segments, key);
	if (keyed !== undefined) return keyed.context;
	throw new NotSentError(
		`The context already has a value at "${shownName(path)}", where the start key should go`,
		'Give the option Start Key Field a name that the context does not have.',
	);
}
