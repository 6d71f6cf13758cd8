import { memoize } from './memoize';

/**
 * Wraps a reader of the credential or the options so that it reads only once, unless an expression uses
 * the item. Then it reads for each item.
 * @param stored The fields as n8n stores them. `undefined` if they are not known: then it reads for each item.
 */
export function readByItem<T>(
	stored: unknown,
	read: (itemIndex: number) => T,
): (itemIndex: number) => T {
	if (stored === undefined || dependsOnItem(stored)) return read;
	const readOnce = memoize(() => read(0));
	return () => readOnce();
}

/**
 * Whether stored fields may have different values for different items. Text that begins with `=` is an
 * expression. An expression that uses only secrets, variables and the environment is the same for all items.
 */
export function dependsOnItem(stored: unknown): boolean {
	const values = typeof stored === 'object' && stored !== null ? Object.values(stored) : [stored];
	return values.some(
		(value) =>
			typeof value === 'string' &&
			value.startsWith('=') &&
			/\$(?!(?:secrets|vars|env)\b)/.test(value),
	);
}
