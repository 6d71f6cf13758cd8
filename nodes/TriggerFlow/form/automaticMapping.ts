import { isJsonObject, type JsonObject } from '../shared/json';
import { toFieldId } from './formFields';
import type { FormField } from './readForm';

interface InputValue {
	path: string[];
	/** The path without case, spaces, `_` and `-`. */
	looseName: string;
	/** The place in the item, as a JSON pointer. */
	pointer: string;
	value: unknown;
}

type IsWanted = (path: string[]) => boolean;

/** The keys of a Webhook's output. None of these objects is a field. */
const WEBHOOK_KEYS = ['headers', 'params', 'query', 'body'];

/**
 * Maps an input item to the form's fields (Map Automatically). A field takes the value at the longest tail of its path that
 * the item has: `session.consents.terms`, then `consents.terms`, then `terms`. Case, spaces, `_` and `-` do not matter.
 * An object in `body`, as after a Webhook, is searched, too. If a value would go to two fields by a shortened path,
 * neither gets it.
 * @returns The values by field id.
 */
export function mapAutomatically(item: JsonObject, fields: FormField[]): Record<string, unknown> {
	const wantedKeys = new Set(fields.flatMap(({ path }) => path.map((key) => toLooseName([key]))));
	const maxDepth = Math.max(0, ...fields.map(({ path }) => path.length));
	// An item may be large and deeply nested, so only paths that a field can have are collected.
	const isWanted: IsWanted = (path) =>
		path.length <= maxDepth && wantedKeys.has(toLooseName(path.slice(-1)));
	const inputValues = indexByName(item, isWanted);
	const matches = fields.flatMap((field) => {
		const match = findMatch(field, inputValues);
		return match === undefined ? [] : [match];
	});
	const takers = countEach(matches.map(({ pointer }) => pointer));
	const unique = matches.filter(({ pointer, isWhole }) => isWhole || takers.get(pointer) === 1);
	return Object.fromEntries(unique.map(({ id, value }) => [id, value]));
}

function findMatch({ id, path }: FormField, inputValues: Map<string, InputValue>) {
	for (const from of path.keys()) {
		const tail = path.slice(from);
		const found = inputValues.get(toExactName(tail)) ?? inputValues.get(toLooseName(tail));
		if (found !== undefined) return { id, ...found, isWhole: from === 0 };
	}
	return undefined;
}

/** A value in the item itself takes precedence over one in its body, and an exact name over a loose one. */
function indexByName(item: JsonObject, isWanted: IsWanted): Map<string, InputValue> {
	const isWebhook = WEBHOOK_KEYS.every((key) => isJsonObject(item[key]));
	const ignored = isWebhook ? WEBHOOK_KEYS.map((key) => toFieldId([key])) : [];
	const inItem = listValues(item, isWanted).filter(({ pointer }) => !ignored.includes(pointer));
	const inBody = isJsonObject(item.body)
		? listValues(item.body, isWanted).map((found) => ({
				...found,
				pointer: toFieldId(['body']) + found.pointer,
			}))
		: [];
	const byLooseName = [...onlyUnambiguous(inBody), ...onlyUnambiguous(inItem)].map(
		(found) => [found.looseName, found] as const,
	);
	const byExactName = [...inBody, ...inItem].map(
		(found) => [toExactName(found.path), found] as const,
	);
	return new Map([...byLooseName, ...byExactName]);
}

function listValues(object: JsonObject, isWanted: IsWanted, parent: string[] = []): InputValue[] {
	return Object.entries(object).flatMap(([key, value]) => {
		const path = [...parent, key];
		if (!isWanted(path)) return [];
		const own = { path, looseName: toLooseName(path), pointer: toFieldId(path), value };
		const inner = isJsonObject(value) ? listValues(value, isWanted, path) : [];
		return value === undefined ? inner : [own, ...inner];
	});
}

/** Leaves out values whose loose names are the same, because nobody knows which of them is meant. */
function onlyUnambiguous(values: InputValue[]): InputValue[] {
	const counts = countEach(values.map(({ looseName }) => looseName));
	return values.filter(({ looseName }) => counts.get(looseName) === 1);
}

function countEach(names: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** "First Name" and `first_name` have the same loose name. */
function toLooseName(path: string[]): string {
	return path.map((key) => key.toLowerCase().replace(/[\s_-]/g, '')).join('\0');
}

function toExactName(path: string[]): string {
	return JSON.stringify(path);
}
