/** Wraps a function so that it is called once for each key. Later calls get the first result. */
export function memoize<Value, Key = void>(make: (key: Key) => Value): (key: Key) => Value {
	const results = new Map<Key, Value>();
	return (key) => {
		if (!results.has(key)) results.set(key, make(key));
		return results.get(key) as Value;
	};
}

/**
 * Wraps a function so that it is called once for each text, as long as the result is kept.
 * @param maxCount How many results are kept: those that were used last.
 */
export function memoizeRecent<Value>(
	make: (text: string) => Value,
	maxCount: number,
	isExpired: (value: Value) => boolean = () => false,
): (text: string) => Value {
	const results = new Map<string, Value>();
	return (text) => {
		const kept = results.get(text);
		const value = kept !== undefined && !isExpired(kept) ? kept : make(text);
		// A map lists its keys in the order in which they were set.
		results.delete(text);
		results.set(text, value);
		for (const [oldestText, oldest] of results) {
			if (results.size <= maxCount && !isExpired(oldest)) break;
			results.delete(oldestText);
		}
		return value;
	};
}
