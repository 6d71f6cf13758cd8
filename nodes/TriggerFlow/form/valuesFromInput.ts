import { isJsonObject, type JsonObject } from '../shared/json';
import { idOf } from './formFields';
import type { FormField } from './readForm';

/** Something in the input item. */
interface Found {
	/** Its place in the item, as a JSON pointer. */
	at: string;
	value: unknown;
}

/** What n8n's Webhook gives: none of these objects is a field itself. */
const REQUEST = ['headers', 'params', 'query', 'body'];

/**
 * The values of the form's fields from an input item, by field id. A field takes what is at the
 * longest tail of its path that the item has (`session.consents.terms`, then `consents.terms`, then
 * `terms`), without regard to case, spaces, `_` and `-`. Of an item with an object as its `body`, as
 * a Webhook gives one, that is searched, too.
 *
 * What two fields would take for a tail that is not their whole path, neither takes.
 */
export function valuesFromInput(item: JsonObject, fields: FormField[]): Record<string, unknown> {
	const isRequest = REQUEST.every((key) => isJsonObject(item[key]));
	const noFields = isRequest ? REQUEST.map((key) => idOf([key])) : [];
	const places = placesIn(item);
	const keyIn = keyFinder();
	const matches = fields.flatMap(({ id, path }) => {
		for (let from = 0; from < path.length; from++) {
			const all = places.flatMap((place) => find(place, path.slice(from), keyIn) ?? []);
			const found = all.find(({ at }) => !noFields.includes(at));
			if (found !== undefined) return [{ id, ...found, isWhole: from === 0 }];
		}
		return [];
	});
	const takers = new Map<string, number>();
	for (const { at } of matches) takers.set(at, (takers.get(at) ?? 0) + 1);
	const taken = matches.filter(({ at, isWhole }) => isWhole || takers.get(at) === 1);
	return Object.fromEntries(taken.map(({ id, value }) => [id, value]));
}

interface Place {
	object: JsonObject;
	path: string[];
}

function placesIn(item: JsonObject): Place[] {
	const { body } = item;
	const whole = { object: item, path: [] };
	return isJsonObject(body) ? [whole, { object: body, path: ['body'] }] : [whole];
}

type KeyIn = (object: JsonObject, wanted: string) => string | undefined;

/** What is at a path within an object, or under the path as one name: `session.plan`. */
function find(place: Place, tail: string[], keyIn: KeyIn): Found | undefined {
	return follow(place, tail, keyIn) ?? follow(place, [tail.join('.')], keyIn);
}

function follow(start: Place, keys: string[], keyIn: KeyIn): Found | undefined {
	const path = [...start.path];
	let value: unknown = start.object;
	for (const wanted of keys) {
		const key = isJsonObject(value) ? keyIn(value, wanted) : undefined;
		if (key === undefined) return undefined;
		value = (value as JsonObject)[key];
		path.push(key);
	}
	return value === undefined ? undefined : { at: idOf(path), value };
}

/** Finds the key itself, else the only one that is alike. Looks through the keys of each object once. */
function keyFinder(): KeyIn {
	const known = new Map<JsonObject, Map<string, string | undefined>>();
	return (object, wanted) => {
		if (Object.hasOwn(object, wanted)) return wanted;
		const keys = known.get(object) ?? keysAlike(object);
		known.set(object, keys);
		return keys.get(alike(wanted));
	};
}

function keysAlike(object: JsonObject): Map<string, string | undefined> {
	const keys = new Map<string, string | undefined>();
	for (const key of Object.keys(object)) {
		keys.set(alike(key), keys.has(alike(key)) ? undefined : key);
	}
	return keys;
}

/** A name as people mean it: "First Name" and `first_name` are one. */
function alike(key: string): string {
	return key.toLowerCase().replace(/[\s_-]/g, '');
}
