import type { MissingField } from '../context/contextMode';
import { formatPointer } from '../context/path';
import { UserError } from '../shared/userError';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import { memoize } from '../shared/memoize';
import { countEach, listFirst } from '../shared/text';
import type { FormField } from './formFields';
import { isEmpty } from './savedForm';

/** A value of an item, and its place there. */
interface Match {
	pointer: string;
	value: JsonValue;
}

/** The keys of a Webhook's output. None of these objects is a field. */
const WEBHOOK_KEYS = ['headers', 'params', 'query', 'body'];

/**
 * Maps an item to the form's fields (Map Automatically). A field takes the value at the longest tail of its path that the item
 * has: `session.consents.terms`, then `consents.terms`, then `terms`. Case, spaces, `_` and `-` do not matter.
 * An object in `body`, as after a Webhook, is searched, too. If a value fits several fields, only one whose whole
 * path fits gets it.
 * @returns The values by field id, and the fields that get nothing.
 * @throws UserError if the item has nothing for any field.
 */
export function mapAutomatically(fields: readonly FormField[], item: JsonObject) {
	const findValue = createFinder(item);
	const matches = fields.map((field) => ({ ...field, match: findTail(field.path, findValue) }));
	const countByPointer = countEach(matches.flatMap(({ match }) => match?.pointer ?? []));
	const values: Record<string, unknown> = {};
	const missingFields: MissingField[] = [];
	for (const { id, name, match } of matches) {
		if (match === undefined) {
			missingFields.push({ name, reason: 'noSuchName' });
		} else if (!match.isWhole && countByPointer.get(match.pointer) !== 1) {
			missingFields.push({ name, reason: 'oneValueForTwo' });
		} else {
			values[id] = match.value;
			if (isEmpty(match.value)) missingFields.push({ name, reason: 'empty' });
		}
	}
	if (fields.length > 0 && Object.keys(values).length === 0) {
		const names = fields.map(({ name }) => name);
		throw new UserError(
			'No field of the flow finds a value of its own in the item or its body. To map the fields yourself, choose Map Each Column Manually',
			`The flow has the fields ${listFirst(names, 5)}.`,
		);
	}
	return { values, missingFields };
}

type FindValue = (path: string[]) => Match | undefined;

function findTail(path: string[], findValue: FindValue) {
	for (const from of path.keys()) {
		const match = findValue(path.slice(from));
		if (match !== undefined) return { ...match, isWhole: from === 0 };
	}
	return undefined;
}

/** Creates a function that finds the value at a path. The exact path takes precedence over a similar one, and the item over its body. */
function createFinder(item: JsonObject): FindValue {
	const isWebhook = WEBHOOK_KEYS.every((key) => isJsonObject(item[key]));
	const ignored = isWebhook ? WEBHOOK_KEYS.map((key) => formatPointer([key])) : [];
	const { body } = item;
	const roots = isJsonObject(body) ? [item, body] : [item];
	const findSimilar = createSimilarFinder();
	return (path) => {
		for (const find of [findExact, findSimilar]) {
			for (const root of roots) {
				const match = find(root, path);
				if (match === undefined || match.value === undefined) continue;
				const pointer = root === item ? match.pointer : `/body${match.pointer}`;
				if (!ignored.includes(pointer)) return { ...match, pointer };
			}
		}
		return undefined;
	};
}

function findExact(object: JsonObject, path: string[]): Match | undefined {
	let value: JsonValue = object;
	for (const key of path) {
		if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
		value = value[key] as JsonValue;
	}
	return { pointer: formatPointer(path), value };
}

/** Creates a function that finds a value by similar keys: "First Name" for `first_name`, `interests.music` for `music` in `interests`. */
function createSimilarFinder() {
	// An item may be large and deeply nested, so only the objects on the way to a field are indexed.
	const indexKeysOnce = memoize(indexKeys);
	function find(object: JsonObject, names: string[], parentPointer = ''): Match | undefined {
		for (const index of names.keys()) {
			const key = indexKeysOnce(object).get(names.slice(0, index + 1).join('.'));
			if (key === undefined) continue;
			const pointer = parentPointer + formatPointer([key]);
			const value = object[key] as JsonValue;
			const rest = names.slice(index + 1);
			if (rest.length === 0) return { pointer, value };
			const match = isJsonObject(value) ? find(value, rest, pointer) : undefined;
			if (match !== undefined) return match;
		}
		return undefined;
	}
	return (object: JsonObject, path: string[]) =>
		find(object, toLooseName(path.join('.')).split('.'));
}

/** Lists keys by their loose names. Of keys with the same one, nobody knows which is meant, so it leads to none. */
function indexKeys(object: JsonObject): Map<string, string | undefined> {
	const index = new Map<string, string | undefined>();
	for (const key of Object.keys(object)) {
		const name = toLooseName(key);
		index.set(name, index.has(name) ? undefined : key);
	}
	return index;
}

/** "First Name" and `first_name` have the same loose name. */
function toLooseName(key: string): string {
	// An é may be one character or two, as in file names and tables from a Mac.
	return key
		.normalize('NFC')
		.toLowerCase()
		.replace(/[\s_-]/g, '');
}
