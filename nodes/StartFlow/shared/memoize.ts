/** Wraps a function so that it is called once for each key. Later calls get the first result. */
export function memoize<Value, Key = void>(make: (key: Key) => Value): (key: Key) => Value {
	const made = new Map<Key, Value>();
	return (key) => {
		if (!made.has(key)) made.set(key, make(key));
		return made.get(key) as Value;
	};
}

/** Wraps a function so that the `maxCount` results that were used last are kept. */
export function memoizeRecent<Value>(
	make: (text: string) => Value,
	maxCount: number,
): (text: string) => Value {
	const made = new Map<string, Value>();
	return (text) => {
		const value = made.has(text) ? (made.get(text) as Value) : make(text);
		// A map lists its keys in the order in which they were set.
		made.delete(text);
		made.set(text, value);
		const [oldest = ''] = made.keys();
		if (made.size > maxCount) made.delete(oldest);
		return value;
	};
}
