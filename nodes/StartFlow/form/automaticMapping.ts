import { formatPointer } from '../context/path';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import { memoize } from '../shared/memoize';
import type { FormField } from './formFields';
import { isEmpty, type FieldWithValue } from './savedForm';

interface Place {
	pointer: string;
	value: JsonValue | undefined;
}

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
	const { findMatch, sharedNames } = createFinder(item);
	const matches = fields.map((field) => ({ field, match: findMatch(field.path) }));
	const matchCounts = new Map<string | undefined, number>();
	for (const { match } of matches) {
		matchCounts.set(match?.pointer, (matchCounts.get(match?.pointer) ?? 0) + 1);
	}
	return matches.map(({ field, match }) => {
		if (match === undefined) {
			const isShared = sharedNames.has(toLooseName(field.path.at(-1) ?? ''));
			return { ...field, missing: isShared ? 'twoNames' : 'noSuchName' };
		}
		if (!match.isWhole && matchCounts.get(match.pointer) !== 1) {
			return { ...field, missing: 'oneValueForTwo' };
		}
		return isEmpty(match.value) ? { ...field, missing: 'empty' } : { ...field, value: match.value };
	});
}

/** A longer name has to be exact. Anybody may send an item with very long names, and to compare them would take long. */
const MAX_LOOSE_NAME_CHARACTERS = 200;

/** Creates a function that finds the value at the longest tail of a path, in the item or else in its body. */
function createFinder(item: JsonObject) {
	const isWebhook = WEBHOOK_OBJECTS.every((key) => isJsonObject(item[key]));
	const ignored = isWebhook ? WEBHOOK_KEYS.map((key) => formatPointer([key])) : [];
	const roots = [
		{ pointer: '', value: item },
		{ pointer: '/body', value: item.body },
	];
	// An item may be large and deeply nested, so only the objects on the way to a field are indexed.
	const indexKeysOnce = memoize(indexKeys);
	/** The loose names that two keys of an object have. Nobody knows which is meant, so they lead to none. */
	const sharedNames = new Set<string>();

	function indexKeys(object: JsonObject): Map<string, string | undefined> {
		const index = new Map<string, string | undefined>();
		for (const key of Object.keys(object)) {
			if (key.length > MAX_LOOSE_NAME_CHARACTERS) continue;
			const name = toLooseName(key);
			if (index.has(name)) sharedNames.add(name);
			index.set(name, index.has(name) ? undefined : key);
		}
		return index;
	}

	/** A dot in a key nests, too: it finds `music` in `interests`, or else "interests.music". */
	function find({ pointer, value }: Place, path: string[]): Place | undefined {
		if (path.length === 0) return { pointer, value };
		if (!isJsonObject(value)) return undefined;
		for (const end of path.keys()) {
			const name = path.slice(0, end + 1).join('.');
			const key = Object.hasOwn(value, name) ? name : indexKeysOnce(value).get(toLooseName(name));
			if (key === undefined) continue;
			const inner = { pointer: pointer + formatPointer([key]), value: value[key] };
			const found = find(inner, path.slice(end + 1));
			if (found !== undefined) return found;
		}
		return undefined;
	}

	function findMatch(path: string[]) {
		for (const from of path.keys()) {
			const place = roots
				.map((root) => find(root, path.slice(from)))
				.find((found) => found?.value !== undefined && !ignored.includes(found.pointer));
			if (place !== undefined) return { ...place, isWhole: from === 0 };
		}
		return undefined;
	}
	return { findMatch, sharedNames };
}

/** "First Name" and `first_name` have the same loose name. */
function toLooseName(key: string): string {
	// An é may be one character or two, as in file names and tables from a Mac. A ß becomes SS in capitals.
	return key
		.normalize('NFC')
		.toUpperCase()
		.replace(/[\s_-]/g, '');
}
