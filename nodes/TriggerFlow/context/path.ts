import { NotSentError } from '../shared/failure';
import { isJsonObject } from '../shared/json';
import { shorten } from '../shared/text';

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
 * A copy of a context with one more value at a dotted path. What is not an object is returned as it is,
 * because `serializeContext` refuses it.
 * @param parameter The name of the parameter that holds the path.
 * @param replaces Whether the value may replace another one.
 * @throws NotSentError for a path with an empty part, or that the context has no room for.
 */
export function withValueAt(
	context: unknown,
	parameter: string,
	path: unknown,
	value: string,
	{ replaces = false } = {},
): unknown {
	const segments = typeof path === 'string' ? dottedPath(path) : undefined;
	if (segments === undefined) {
		throw new NotSentError(
			`${parameter} is empty or has an empty part`,
			'Enter a field name, or a path with dots between field names, such as order.id.',
		);
	}
	if (!isJsonObject(context)) return context;
	const copy = { ...context };
	if (place(copy, segments, value, replaces)) return copy;
	throw new NotSentError(
		`${parameter} conflicts with another value of the context at "${shorten(segments.join('.'), 200)}"`,
		`In ${parameter}, enter a path that the context does not use yet.`,
	);
}

/**
 * Puts a value into an object or a list, and makes what is missing on the way there.
 * @param replaces Whether the value may replace another one.
 * @returns Whether there was room: no other value, only objects and lists on the way, no gap in a list.
 */
export function place(
	root: unknown,
	path: readonly PathSegment[],
	value: unknown,
	replaces = false,
): boolean {
	let branch = root;
	for (const [level, key] of path.entries()) {
		if (!takes(branch, key)) return false;
		const there = Object.hasOwn(branch, key) ? branch[key] : undefined;
		const next = path[level + 1];
		if (next === undefined) {
			if (there !== undefined && !replaces) return false;
			put(branch, key, value);
			return true;
		}
		const missing = typeof next === 'number' ? [] : {};
		const inner = copyOf(there === undefined ? missing : there);
		put(branch, key, inner);
		branch = inner;
	}
	return false;
}

type Branch = Record<PathSegment, unknown>;

function takes(branch: unknown, key: PathSegment): branch is Branch {
	if (typeof key === 'number') return Array.isArray(branch) && key <= branch.length;
	return isJsonObject(branch);
}

/** A copy: what is on the way may belong to the input item. */
function copyOf(branch: unknown): unknown {
	if (Array.isArray(branch)) return [...(branch as unknown[])];
	return isJsonObject(branch) ? { ...branch } : branch;
}

/** An assignment to `__proto__` would set the prototype. */
function put(branch: Branch, key: PathSegment, value: unknown): void {
	const property = { value, configurable: true, enumerable: true, writable: true };
	Object.defineProperty(branch, key, property);
}
