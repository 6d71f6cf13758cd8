import { isJsonObject } from '../shared/json';

/** A key of an object, or the index of a list. */
export type PathSegment = string | number;

/** The keys of a path such as `meta.startKey`; `undefined` where one of them is blank. */
export function dottedPath(path: string): string[] | undefined {
	const keys = path.split('.').map((key) => key.trim());
	return keys.includes('') ? undefined : keys;
}

/**
 * The place in the context for a field's name, or `undefined` for a name with an empty part.
 *
 * A dot nests (`session.plan`), and an index makes a list (`items[0].name`). n8n's editor makes names
 * such as `$json['First Name']` of what is dragged in. Any other name is split at its dots.
 */
export function fieldPath(name: string): PathSegment[] | undefined {
	const trimmed = name.trim().replace(/^(?:\$json|item\.json)(?=\[)/, '');
	const path = segments(trimmed) ?? dottedPath(trimmed);
	return path?.includes('') ? undefined : path;
}

const SEGMENT = /\.([^.[\]]+)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]/gy;

function segments(name: string): PathSegment[] | undefined {
	const whole = name.startsWith('[') ? name : `.${name}`;
	const path: PathSegment[] = [];
	let end = 0;
	for (const [segment, key, index, quoted] of whole.matchAll(SEGMENT)) {
		end += segment.length;
		if (index !== undefined) path.push(Number(index));
		else path.push(key?.trim() ?? quoted?.replace(/\\(.)/g, '$1') ?? '');
	}
	return end === whole.length && typeof path[0] === 'string' ? path : undefined;
}

/**
 * A copy of a context with one more value. What is not an object is returned as it is, because
 * `serializeContext` refuses it.
 *
 * @returns `undefined` where the context has no room for the value: see `place`.
 */
export function withValueAt(
	context: unknown,
	path: readonly PathSegment[],
	value: unknown,
	{ replaces = false } = {},
): { context: unknown } | undefined {
	if (!isJsonObject(context)) return { context };
	const copy = { ...context };
	return place(copy, path, value, replaces) ? { context: copy } : undefined;
}

/**
 * Puts a value into an object or a list, and makes what is missing on the way there.
 *
 * @param replaces Whether the value may replace another one.
 * @returns Whether there was room: no other value, only objects and lists on the way, and no gap in
 * a list.
 */
export function place(
	branch: unknown,
	[key, ...rest]: readonly PathSegment[],
	value: unknown,
	replaces = false,
): boolean {
	if (key === undefined || !takes(branch, key)) return false;
	const there = Object.hasOwn(branch, key) ? branch[key] : undefined;
	if (rest.length > 0) {
		const missing = typeof rest[0] === 'number' ? [] : {};
		const inner = ownBranch(there === undefined ? missing : there);
		put(branch, key, inner);
		return place(inner, rest, value, replaces);
	}
	if (there !== undefined && !replaces) return false;
	put(branch, key, value);
	return true;
}

type Branch = Record<PathSegment, unknown>;

function takes(branch: unknown, key: PathSegment): branch is Branch {
	if (typeof key === 'number') return Array.isArray(branch) && key <= branch.length;
	return isJsonObject(branch);
}

/** Objects and lists made here. Others may belong to the input item: they are copied before they change. */
const made = new WeakSet();

function ownBranch(value: unknown): unknown {
	const isList = Array.isArray(value);
	if ((!isList && !isJsonObject(value)) || made.has(value)) return value;
	const copy = isList ? [...(value as unknown[])] : { ...value };
	made.add(copy);
	return copy;
}

/** An assignment to `__proto__` would set the prototype. */
function put(branch: Branch, key: PathSegment, value: unknown): void {
	const property = { value, configurable: true, enumerable: true, writable: true };
	Object.defineProperty(branch, key, property);
}
