import { createHash } from 'node:crypto';

import { shownName } from '../context/fieldPath';
import { dottedPath, withValueAt } from '../context/withValueAt';
import { NotSentError } from '../errors/failure';

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
export function startKey(parts: KeyParts): string {
	const { instance, workflow, execution, node, runIndex, item } = parts;
	const inOrder = JSON.stringify([instance, workflow, execution, node, runIndex, item]);
	return createHash('sha256').update(inOrder).digest('hex');
}

/**
 * The context with a key at a dotted path, as in `meta.startKey`.
 *
 * @throws NotSentError when something else already stands there, or on the way there.
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
		`The context has no room for the start key at "${shownName(path)}": something stands there, or on the way there`,
		'Write another path into the option Start Key Field, one that the context does not have and that leads through objects only.',
	);
}
