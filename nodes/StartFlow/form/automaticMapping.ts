import { formatPointer } from '../context/path';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import { memoize } from '../shared/memoize';
import type { FormField } from './formFields';
import { isEmpty, type FieldWithValue } from './savedForm';

/** A value in the item, and where it is. */
interface ItemValue {
	pointer: string;
	value: JsonValue | undefined;
}

/** The value that a field gets, or why there is none. */
type Match =
	| (ItemValue & { isWhole: boolean; missing?: undefined })
	| { missing: 'noSuchName' | 'twoNames'; pointer?: undefined };

const WEBHOOK_OBJECTS = ['headers', 'params', 'query', 'body'];

/** The keys of a Webhook's output. None of them is a field. */
const WEBHOOK_KEYS = [...WEBHOOK_OBJECTS, 'webhookUrl', 'executionMode'];

/**
 * Maps an item to the form's fields (Map Automatically). A field takes the value at the longest tail of its path that the item
 * has: `session.consents.terms`, then `consents.terms`, then `terms`. Case, spaces, `_` and `-` do not matter.
 * An object in `body`, as after a Webhook, is searched, too. If a value fits several fields, only one whose whole
 * path fits gets it.
 */
export function mapAutomatically(fields: readonly FormField[], item: JsonObject): FieldWithValue[] {
	const findMatch = createFinder(item);
	const matches = fields.map((field) => ({ field, match: findMatch(field.path) }));
	const matchCounts = new Map<string | undefined, number>();
	for (const { match } of matches) {
		matchCounts.set(match.pointer, (matchCounts.get(match.pointer) ?? 0) + 1);
	}
	return matches.map(({ field, match }) => {
		if (match.missing) return { ...field, missing: match.missing };
		if (!match.isWhole && matchCounts.get(match.pointer) !== 1) {
			return { ...field, missing: 'oneValueForTwo' };
		}
		return isEmpty(match.value) ? { ...field, missing: 'empty' } : { ...field, value: match.value };
	});
}

/** A longer name has to be exact. Anybody may send an item with very long names, and to compare them would take long. */
const MAX_LOOSE_NAME_CHARACTERS = 200;

/** Creates a function that finds the value at the longest tail of a path, in the item or else in its body. */
function createFinder(item: JsonObject): (path: string[]) => Match {
	const isWebhook = WEBHOOK_OBJECTS.every((key) => isJsonObject(item[key]));
	const ignored = isWebhook ? WEBHOOK_KEYS.map((key) => formatPointer([key])) : [];
	const roots = [
		{ pointer: '', value: item },
		{ pointer: '/body', value: item.body },
	];
	// An item may be large and deeply nested, so only the objects on the way to a field are indexed.
	const indexKeysOnce = memoize(indexKeys);

	/** Lists the values that a path may mean. A dot in a key nests, too: `music` in `interests`, then "interests.music". */
	function* listValues(from: ItemValue, path: string[]): Generator<ItemValue | 'twoNames'> {
		const { pointer, value } = from;
		if (path.length === 0) yield from;
		if (!isJsonObject(value)) return;
		for (const end of path.keys()) {
			const name = path.slice(0, end + 1).join('.');
			const key = Object.hasOwn(value, name) ? name : indexKeysOnce(value).get(toLooseName(name));
			if (key === null) yield 'twoNames';
			if (typeof key !== 'string') continue;
			const inner = { pointer: pointer + formatPointer([key]), value: value[key] };
			yield* listValues(inner, path.slice(end + 1));
		}
	}

	return (path) => {
		let missing: Match['missing'] = 'noSuchName';
		for (const from of path.keys()) {
			for (const root of roots) {
				for (const found of listValues(root, path.slice(from))) {
					if (found === 'twoNames') missing = found;
					else if (found.value !== undefined && !ignored.includes(found.pointer)) {
						return { ...found, isWhole: from === 0 };
					}
				}
			}
		}
		return { missing };
	};
}

/** Lists the keys of an object by their loose names. Nobody knows which of two is meant, so for two it has null. */
function indexKeys(object: JsonObject): Map<string, string | null> {
	const index = new Map<string, string | null>();
	for (const key of Object.keys(object)) {
		if (key.length > MAX_LOOSE_NAME_CHARACTERS) continue;
		const name = toLooseName(key);
		index.set(name, index.has(name) ? null : key);
	}
	return index;
}

/** "First Name" and `first_name` have the same loose name. */
function toLooseName(key: string): string {
	// An é may be one character or two, as in file names and tables from a Mac. A ß becomes SS in capitals.
	return key
		.normalize('NFC')
		.toUpperCase()
		.replace(/[\s_-]/g, '');
}
