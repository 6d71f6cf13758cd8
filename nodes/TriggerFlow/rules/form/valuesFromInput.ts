import { isJsonObject, type JsonObject } from '../context/json';
import { NotSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';
import { idOf, pathOf, readableName, type FormField } from './formFields';

/** What the automatic mapping of one item did not bring together, by the names that people read. */
export interface MappingGaps {
	/** Fields of the form for which the input has nothing. */
	notFound: string[];
	/** Fields of the input that no field of the form has taken. */
	leftOut: string[];
}

/** What n8n's automatic mapping gives for one input item. */
interface MappedInput {
	/** By field id. What is not found is left out, as n8n does. */
	values: Record<string, unknown>;
	gaps: MappingGaps;
}

/** Something in the input item. */
interface Found {
	path: string[];
	value: unknown;
}

/**
 * The form's values for n8n's automatic mapping, from one input item: what stands at the field's own
 * path, else under its readable name (`"session.plan"`). What is not found so is looked for once more without
 * regard to case, spaces, `_` and `-`, and also under the last key at the top level, among what no other
 * field gets.
 *
 * Of an item with an object as its `body`, as n8n's Webhook gives one, that is looked for among what nodes behind
 * it have added, then in the body.
 *
 * @throws NotSentError when nothing at all is found.
 */
export function valuesFromInput(item: JsonObject, fields: FormField[]): MappedInput {
	const tops = topsOf(item);
	const isWhole = REQUEST.every((key) => Object.hasOwn(item, key));
	const keyAlike = keysAlike();
	const all = fields.flatMap((field) => {
		const path = pathOf(field.id);
		const places = [path, [field.name]];
		const exact =
			firstOf(tops, places, sameKey) ??
			// A form may be made for a whole request, or the item be none.
			firstOf([{ object: item, at: [] }], isWhole && path.length === 1 ? [] : [path], sameKey);
		const found =
			exact ?? firstOf(tops, places, keyAlike) ?? firstOf(tops, [path.slice(-1)], keyAlike);
		return found === undefined ? [] : [{ field, isExact: exact !== undefined, ...found }];
	});
	const claims = new Map<string, number>();
	for (const { path } of all) claims.set(idOf(path), (claims.get(idOf(path)) ?? 0) + 1);
	const sure = all.filter(({ path, isExact }) => isExact || claims.get(idOf(path)) === 1);
	if (sure.length === 0 && fields.length > 0) throw nothingFound(fields);
	const values = new Map(sure.map(({ field, value }) => [field.id, value]));
	return {
		values: Object.fromEntries(values),
		gaps: {
			notFound: fields.filter(({ id }) => !values.has(id)).map(({ name }) => name),
			leftOut: leftOutOf(tops, sure),
		},
	};
}

/** An object in which the form's fields are looked for, and where it stands in the input item. */
interface Top {
	object: JsonObject;
	at: string[];
}

/** What n8n's Webhook gives: a request in objects, and beside them what is about it. */
const REQUEST = ['headers', 'params', 'query', 'body'];
const ABOUT_REQUEST = ['webhookUrl', 'executionMode', 'jwtPayload'];

/** n8n's Webhook gives a request: its data stands beside where it came from. Nodes behind it may drop parts of that. */
function topsOf(item: JsonObject): Top[] {
	const { body } = item;
	if (!isJsonObject(body)) return [{ object: item, at: [] }];
	const parts = REQUEST.filter((key) => isJsonObject(item[key]));
	const ofWebhook = new Set([...parts, ...(parts.length > 1 ? ABOUT_REQUEST : [])]);
	const added = Object.entries(item).filter(([key]) => !ofWebhook.has(key));
	return [
		{ object: Object.fromEntries(added), at: [] },
		{ object: body, at: ['body'] },
	];
}

type KeyIn = (object: JsonObject, wanted: string) => string | undefined;

/** What stands at the first of some places that there is. `undefined` is nothing, as in JSON. */
function firstOf(tops: Top[], places: string[][], keyIn: KeyIn): Found | undefined {
	for (const { object, at } of tops) {
		for (const place of places) {
			const path = [...at];
			let value: unknown = object;
			for (const wanted of place) {
				const key = isJsonObject(value) ? keyIn(value, wanted) : undefined;
				value = key === undefined ? undefined : (value as JsonObject)[key];
				path.push(key ?? '');
			}
			if (value !== undefined) return { path, value };
		}
	}
	return undefined;
}

const sameKey: KeyIn = (object, wanted) => (Object.hasOwn(object, wanted) ? wanted : undefined);

/** Looks through the keys of each object once. */
function keysAlike(): KeyIn {
	const known = new Map<JsonObject, Map<string, string | undefined>>();
	return (object, wanted) => {
		if (Object.hasOwn(object, wanted)) return wanted;
		const keys = known.get(object) ?? new Map<string, string | undefined>();
		if (!known.has(object)) {
			for (const key of Object.keys(object)) {
				keys.set(alike(key), keys.has(alike(key)) ? undefined : key);
			}
			known.set(object, keys);
		}
		return keys.get(alike(wanted));
	};
}

/** A name as people mean it: "First Name" and `first_name` are one. */
function alike(key: string): string {
	return key.toLowerCase().replace(/[\s_-]/g, '');
}

/** The names of what was not taken, each as high up as nothing within was. */
function leftOutOf(tops: Top[], found: Found[]): string[] {
	const taken = new Set(found.map(({ path }) => idOf(path)));
	const entered = new Set(
		found.flatMap(({ path }) => path.map((_, end) => idOf(path.slice(0, end)))),
	);
	const names: string[] = [];
	const visit = (object: JsonObject, path: string[]): void => {
		for (const [key, value] of Object.entries(object)) {
			const inner = [...path, key];
			const id = idOf(inner);
			if (taken.has(id) || value === undefined) continue;
			if (entered.has(id)) visit(value as JsonObject, inner);
			else names.push(readableName(inner));
		}
	};
	for (const { object, at } of tops) if (!taken.has(idOf(at))) visit(object, at);
	return names;
}

function nothingFound(fields: FormField[]): NotSentError {
	const names = fields.map(({ name }) => name).join(', ');
	return new NotSentError(
		"The input item has none of the form's fields",
		`Looked for ${shorten(names, 200)}. Name the input's fields like these, or map them by hand.`,
	);
}
