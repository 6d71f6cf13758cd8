import { memoize } from './memoize';

/** Whether n8n evaluates what a person wrote: text that begins with `=`. */
export function isExpression(source: unknown): source is string {
	return typeof source === 'string' && source.startsWith('=');
}

/**
 * Reads once for all items, or for each item if an expression uses the item, or if the stored fields are unknown.
 * @param stored The fields with their expressions.
 */
export function readOnceIfConstant<T>(
	stored: unknown,
	read: (itemIndex: number) => T,
): (itemIndex: number) => T {
	if (stored === undefined || dependsOnItem(stored)) return read;
	const readOnce = memoize(() => read(0));
	return () => readOnce();
}

/**
 * Whether fields may have different values for different items. An expression that uses only secrets, variables and the
 * environment is the same for all items.
 */
export function dependsOnItem(stored: unknown): boolean {
	const values = typeof stored === 'object' && stored !== null ? Object.values(stored) : [stored];
	return values.some((value) => isExpression(value) && /\$(?!(?:secrets|vars|env)\b)/.test(value));
}
