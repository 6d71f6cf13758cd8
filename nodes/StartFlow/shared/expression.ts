import { memoize } from './memoize';

/** Whether n8n evaluates what a person wrote: text that begins with `=`. */
export function isExpression(source: unknown): source is string {
	return typeof source === 'string' && source.startsWith('=');
}

/**
 * Wraps `read` so that it runs once for all items, unless an expression uses the item, or the stored fields are unknown.
 * @param stored The fields with their expressions.
 */
export function memoizeIfConstant<T>(
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
