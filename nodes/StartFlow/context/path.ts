import { NotSentError } from '../shared/failure';
import { isJsonObject } from '../shared/json';
import { shorten } from '../shared/text';

type PathSegment = string | number;

/** Splits a path such as `meta.startKey` at its dots. Returns `undefined` if a part of it is blank. */
export function parseDottedPath(path: string): string[] | undefined {
	const keys = path.split('.').map((key) => key.trim());
	return keys.includes('') ? undefined : keys;
}

/**
 * Parses the name of a custom field. Returns `undefined` for a name with an empty part. A dot nests (`session.plan`), an
 * index makes a list (`items[0].name`), and n8n's editor names a dragged field like `$json['First Name']`, or `item.json['First Name']`
 * if it is from an earlier node.
 */
export function parseFieldName(name: string): PathSegment[] | undefined {
	const trimmed = name.trim().replace(/^(?:\$json|item\.json)(?=\[)/, '');
	// A name with other brackets, such as `Size [cm]`, has no indexes, only dots.
	const path = parseSegments(trimmed) ?? parseDottedPath(trimmed);
	return path?.includes('') ? undefined : path;
}

const SEGMENT = /\.([^.[\]]+)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/gy;

function parseSegments(name: string): PathSegment[] | undefined {
	const whole = name.startsWith('[') ? name : `.${name}`;
	const path: PathSegment[] = [];
	let end = 0;
	for (const [segment, key, index, inSingle, inDouble] of whole.matchAll(SEGMENT)) {
		end += segment.length;
		const quoted = inSingle ?? inDouble ?? '';
		if (index !== undefined) path.push(Number(index));
		else path.push(key?.trim() ?? quoted.replace(/\\(.)/g, '$1'));
	}
	return end === whole.length && typeof path[0] === 'string' ? path : undefined;
}

/**
 * Returns a copy of a context with one more value. A context that is not an object stays, and is refused later.
 * @param parameter The name of the parameter that holds the path.
 * @throws NotSentError for a path with an empty part, an address, and a path that another value blocks.
 */
export function addToContext(
	context: unknown,
	parameter: string,
	path: unknown,
	value: string,
	{ canReplace = false } = {},
): unknown {
	const isPath = typeof path === 'string' && !path.includes('://');
	const keys = isPath ? parseDottedPath(path) : undefined;
	if (keys === undefined) {
		throw new NotSentError(
			`${parameter} has to be the name of a context field`,
			'Enter a field name, or a path with dots between field names, such as order.id.',
		);
	}
	if (!isJsonObject(context)) return context;
	const copy = { ...context };
	if (place(copy, keys, value, canReplace) === undefined) return copy;
	throw new NotSentError(
		`${parameter} conflicts with another value of the context at "${shorten(keys.join('.'), 200)}"`,
		`In ${parameter}, enter a path that the context does not use yet.`,
	);
}

/**
 * Puts a value into an object or a list, and creates missing objects and lists on the way.
 * @returns Why it was not possible: another value is in the way, or the list would have a gap before the index.
 */
export function place(
	root: unknown,
	path: readonly PathSegment[],
	value: unknown,
	canReplace = false,
): string | undefined {
	const conflict = 'conflicts with another field of the context';
	let branch = root;
	for (const [level, key] of path.entries()) {
		if (!canHold(branch, key)) return conflict;
		if (Array.isArray(branch) && Number(key) > branch.length) {
			return `skips the list index ${branch.length}`;
		}
		const existing = Object.hasOwn(branch, key) ? branch[key] : undefined;
		const nextKey = path[level + 1];
		if (nextKey === undefined && existing !== undefined && !canReplace) return conflict;
		const inner = nextKey === undefined ? value : copyBranch(existing, nextKey);
		const property = { value: inner, configurable: true, enumerable: true, writable: true };
		// An assignment to `__proto__` would set the prototype.
		Object.defineProperty(branch, key, property);
		branch = inner;
	}
	return undefined;
}

function canHold(branch: unknown, key: PathSegment): branch is Record<PathSegment, unknown> {
	return typeof key === 'number' ? Array.isArray(branch) : isJsonObject(branch);
}

/** Copies an object or a list, because it may belong to the input item. Creates it if it is missing. */
function copyBranch(branch: unknown, nextKey: PathSegment): unknown {
	if (branch === undefined) return typeof nextKey === 'number' ? [] : {};
	if (Array.isArray(branch)) return [...(branch as unknown[])];
	return isJsonObject(branch) ? { ...branch } : branch;
}
