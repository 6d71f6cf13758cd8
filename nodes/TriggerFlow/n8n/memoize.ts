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
