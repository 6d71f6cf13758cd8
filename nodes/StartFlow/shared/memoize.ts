/** Wraps a function so that it is called once for each key. Later calls get the first result. */
export function memoize<Value, Key = void>(make: (key: Key) => Value): (key: Key) => Value {
	const results = new Map<Key, Value>();
	return (key) => {
		if (!results.has(key)) results.set(key, make(key));
		return results.get(key) as Value;
	};
}

/** Wraps a function so that the `maxCount` results that were used last are kept. */
export function memoizeRecent<Value>(
	make: (text: string) => Value,
	maxCount: number,
): (text: string) => Value {
	const results = new Map<string, Value>();
	return (text) => {
		const value = results.has(text) ? (results.get(text) as Value) : make(text);
		// A map lists its keys in the order in which they were set.
		results.delete(text);
		results.set(text, value);
		const [oldest = ''] = results.keys();
		if (results.size > maxCount) results.delete(oldest);
		return value;
	};
}
