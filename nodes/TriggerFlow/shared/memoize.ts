/** The same function, called once for each key: what it returned is given again. */
export function memoize<Value, Key = void>(make: (key: Key) => Value): (key: Key) => Value {
	const made = new Map<Key, Value>();
	return (key) => {
		if (!made.has(key)) made.set(key, make(key));
		return made.get(key) as Value;
	};
}

/**
 * Reads a credential or options once for all items where no expression uses the item, else for each item.
 * @param stored As n8n stores them; `undefined` where that is not known.
 */
export function readByItem<T>(
	stored: unknown,
	read: (itemIndex: number) => T,
): (itemIndex: number) => T {
	if (stored === undefined || dependsOnItem(stored)) return read;
	const once = memoize(() => read(0));
	return () => once();
}

/**
 * Whether stored fields may give different values for different items. Text that begins with `=` is an
 * expression; one that names only secrets, variables and the environment is the same for every item.
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
