import { createHash } from 'node:crypto';

import { dottedPath, withValueAt } from '../context/path';
import { NotSentError } from '../shared/failure';
import { shorten } from '../shared/text';

/**
 * A key by which a flow can tell that it was started before: SHA-256, 64 hexadecimal digits.
 *
 * @param parts What makes one logical start different from every other, and is the same in all of its tries.
 */
export function startKey(parts: ReadonlyArray<string | number>): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * The context with a key at a dotted path, as in `meta.idempotencyKey`.
 *
 * @throws NotSentError when there is another value, or one on the way there.
 */
export function withStartKey(context: unknown, path: string, key: string): unknown {
	const segments = dottedPath(path);
	if (segments === undefined) {
		throw new NotSentError(
			`The option Idempotency Key Field is "${shorten(path, 200)}", which contains an empty part`,
			'Enter a field name such as idempotencyKey, or a path such as meta.idempotencyKey.',
		);
	}
	const keyed = withValueAt(context, segments, key);
	if (keyed !== undefined) return keyed.context;
	throw new NotSentError(
		`The context already has a value at "${shorten(path, 200)}", where the idempotency key should go`,
		'Enter another path in the option Idempotency Key Field, one that the context does not have yet.',
	);
}
