/** Wraps a function so that it is called once for each key. Later calls get the first result. */
export function memoize<Value, Key = void>(make: (key: Key) => Value): (key: Key) => Value {
	const made = new Map<Key, Value>();
	return (key) => {
		if (!made.has(key)) made.set(key, make(key));
		return made.get(key) as Value;
	};
}
