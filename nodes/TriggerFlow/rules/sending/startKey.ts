import { createHash } from 'node:crypto';

import { isJsonObject } from '../context/json';
import { NotSentError } from '../errors/failure';

/** What makes one logical start different from every other, and is the same in all of its tries. */
export interface StartIdentity {
	instance: string;
	workflow: string;
	execution: string;
	node: string;
	runIndex: number;
	item: number;
}

/** A key by which a flow can tell that it was started before: SHA-256, 64 hexadecimal digits. */
export function startKey(identity: StartIdentity): string {
	const { instance, workflow, execution, node, runIndex, item } = identity;
	const parts = JSON.stringify([instance, workflow, execution, node, runIndex, item]);
	return createHash('sha256').update(parts).digest('hex');
}

/**
 * The context with a key at a dotted path, as in `meta.startKey`. Gives a copy: the context may be
 * the input item itself.
 *
 * @throws NotSentError when something else already stands there.
 */
export function withStartKey(context: unknown, path: string, key: string): unknown {
	const segments = path.split('.').map((segment) => segment.trim());
	if (segments.includes('')) {
		throw new NotSentError(
			`The option Start Key Field is "${path}", which has a dot too many`,
			'Write a field name such as startKey, or a path such as meta.startKey.',
		);
	}
	return placed(context, segments, key, path);
}

function placed(value: unknown, segments: string[], key: string, path: string): unknown {
	// What is no object at all is refused where every context is.
	if (!isJsonObject(value)) return value;
	const [segment = '', ...rest] = segments;
	const present = Object.hasOwn(value, segment) ? value[segment] : undefined;
	const isFree =
		rest.length === 0 ? present === undefined : present === undefined || isJsonObject(present);
	if (!isFree) {
		throw new NotSentError(
			`The context already has a value at "${path}", where the start key should go`,
			'Give the option Start Key Field a name that the context does not have.',
		);
	}
	const inner = rest.length === 0 ? key : placed(present ?? {}, rest, key, path);
	// fromEntries defines own properties, so `__proto__` stays a key.
	return Object.fromEntries([...Object.entries(value), [segment, inner]]);
}
