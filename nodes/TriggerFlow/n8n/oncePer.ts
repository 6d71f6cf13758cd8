import { notSentError } from '../rules/errors/failure';

/** The same function, called once for each key: what it gave, or threw, is given again. */
export function oncePer<Value, Key = void>(make: (key: Key) => Value): (key: Key) => Value {
	const made = new Map<Key, () => Value>();
	return (key) => {
		const known = made.get(key) ?? settled(() => make(key));
		made.set(key, known);
		return known();
	};
}

function settled<Value>(make: () => Value): () => Value {
	try {
		const value = make();
		return () => value;
	} catch (error) {
		return () => {
			throw notSentError(error);
		};
	}
}
