/** The same function, called once for each key: what it returned, or threw, is given again. */
export function memoize<Value, Key = void>(make: (key: Key) => Value): (key: Key) => Value {
	const made = new Map<Key, { value: Value } | { error: unknown }>();
	return (key) => {
		const known = made.get(key) ?? attempt(() => make(key));
		made.set(key, known);
		if ('error' in known) throw known.error;
		return known.value;
	};
}

function attempt<Value>(make: () => Value): { value: Value } | { error: unknown } {
	try {
		return { value: make() };
	} catch (error) {
		return { error };
	}
}

/**
 * Reads a node's credential or options once for all items where no expression uses the item, else for
 * each item.
 *
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
