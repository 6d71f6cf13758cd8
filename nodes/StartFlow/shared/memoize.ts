import { createHash } from 'node:crypto';

/** Wraps a function so that it is called once for each key. Later calls get the first result. */
export function memoize<Value, Key = void>(make: (key: Key) => Value): (key: Key) => Value {
	const made = new Map<Key, Value>();
	return (key) => {
		if (!made.has(key)) made.set(key, make(key));
		return made.get(key) as Value;
	};
}

/**
 * Wraps a function so that the `maxCount` results that were used last are kept. They are kept under a hash, because the text
 * may contain a secret.
 */
export function memoizeRecent<Value>(
	make: (text: string) => Value,
	maxCount: number,
): (text: string) => Value {
	const made = new Map<string, Value>();
	return (text) => {
		const key = createHash('sha256').update(text).digest('base64');
		const value = made.has(key) ? (made.get(key) as Value) : make(text);
		// A map lists its keys in the order in which they were set.
		made.delete(key);
		made.set(key, value);
		const [oldestKey = ''] = made.keys();
		if (made.size > maxCount) made.delete(oldestKey);
		return value;
	};
}

/**
 * Reads once for all items, or for each item if an expression uses the item, or if the stored fields are unknown.
 * @param stored The fields with their expressions.
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
 * Whether fields may have different values for different items. Text that begins with `=` is an expression. If it uses only
 * secrets, variables and the environment, it is the same for all items.
 */
export function dependsOnItem(stored: unknown): boolean {
	const values = typeof stored === 'object' && stored !== null ? Object.values(stored) : [stored];
	return values.some((value) => /^=.*\$(?!(?:secrets|vars|env)\b)/s.test(String(value)));
}
