import { isJsonObject, type JsonObject } from '../shared/json';
import { idOf } from './formFields';
import type { FormField } from './readForm';

interface Found {
	path: string[];
	/** The path as people mean it. */
	name: string;
	/** Its place in the item, as a JSON pointer. */
	at: string;
	value: unknown;
}

type IsWanted = (path: string[]) => boolean;

/** What n8n's Webhook gives: none of these objects is a field itself. */
const REQUEST = ['headers', 'params', 'query', 'body'];

/**
 * The values of the form's fields from an input item, by field id. A field takes what is at the
 * longest tail of its path that the item has (`session.consents.terms`, then `consents.terms`, then
 * `terms`), without regard to case, spaces, `_` and `-`. Where the item has an object as its `body`, as
 * behind a Webhook, that is searched, too.
 *
 * What two fields would take for a tail that is not their whole path, neither takes.
 */
export function valuesFromInput(item: JsonObject, fields: FormField[]): Record<string, unknown> {
	const keys = new Set(fields.flatMap(({ path }) => path.map((key) => nameOf([key]))));
	const depth = Math.max(0, ...fields.map(({ path }) => path.length));
	// An item may be large, and nested to any depth.
	const contents = byName(item, (path) => path.length <= depth && keys.has(nameOf(path.slice(-1))));
	const matches = fields.flatMap(({ id, path }) => {
		const tails = path.map((_, from) => path.slice(from));
		const found = tails.map((tail) => contents.get(exactly(tail)) ?? contents.get(nameOf(tail)));
		const from = found.findIndex((one) => one !== undefined);
		return from === -1 ? [] : [{ id, ...(found[from] as Found), isWhole: from === 0 }];
	});
	const takers = countOf(matches.map(({ at }) => at));
	const taken = matches.filter(({ at, isWhole }) => isWhole || takers.get(at) === 1);
	return Object.fromEntries(taken.map(({ id, value }) => [id, value]));
}

/** What is in the item itself goes before what is in its body. */
function byName(item: JsonObject, isWanted: IsWanted): Map<string, Found> {
	const isRequest = REQUEST.every((key) => isJsonObject(item[key]));
	const noFields = isRequest ? REQUEST.map((key) => idOf([key])) : [];
	const own = contentsOf(item, isWanted).filter(({ at }) => !noFields.includes(at));
	const inBody = (found: Found) => ({ ...found, at: idOf(['body']) + found.at });
	const ofBody = isJsonObject(item.body) ? contentsOf(item.body, isWanted).map(inBody) : [];
	const byPath = [...ofBody, ...own].map((found) => [exactly(found.path), found] as const);
	const alike = [...unambiguous(ofBody), ...unambiguous(own)];
	return new Map([...alike.map((found) => [found.name, found] as const), ...byPath]);
}

function contentsOf(object: JsonObject, isWanted: IsWanted, path: string[] = []): Found[] {
	return Object.entries(object).flatMap(([key, value]) => {
		const inner = [...path, key];
		if (!isWanted(inner)) return [];
		const at = idOf(inner);
		const found = value === undefined ? [] : [{ path: inner, name: nameOf(inner), at, value }];
		return isJsonObject(value) ? [...found, ...contentsOf(value, isWanted, inner)] : found;
	});
}

/** Without what is named alike: nobody knows which of them is meant. */
function unambiguous(contents: Found[]): Found[] {
	const counts = countOf(contents.map(({ name }) => name));
	return contents.filter(({ name }) => counts.get(name) === 1);
}

function countOf(names: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** A path as people mean it: "First Name" and `first_name` are one. */
function nameOf(path: string[]): string {
	return path.map((key) => key.toLowerCase().replace(/[\s_-]/g, '')).join('\0');
}

function exactly(path: string[]): string {
	return JSON.stringify(path);
}
