import { UserError } from '../shared/userError';
import { isJsonObject } from '../shared/json';
import { shorten } from '../shared/text';
import { parseDottedPath, type PathSegment } from './path';

/**
 * Returns a copy of a context with one more value. A context that is not an object stays, and is refused later.
 * @param parameter The name of the parameter that holds the path.
 * @throws UserError for a path with an empty part, an address, and a path that another value blocks.
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
		throw new UserError(
			`${parameter} has to be the name of a context field`,
			'Enter a field name, or a path with dots between field names, such as order.id.',
		);
	}
	if (!isJsonObject(context)) return context;
	const copy = { ...context };
	if (putValue(copy, keys, value, canReplace) === undefined) return copy;
	throw new UserError(
		`${parameter} conflicts with another value of the context at "${shorten(keys.join('.'), 200)}"`,
		`In ${parameter}, enter a path that the context does not use yet.`,
	);
}

/** Another value is in the way, or the list would have a gap before the index. */
type PutProblem = { kind: 'conflict' } | { kind: 'gap'; skippedIndex: number };

/**
 * Puts a value into an object or a list, and creates missing objects and lists on the way.
 * @returns What is wrong with the path, or `undefined`.
 */
export function putValue(
	root: unknown,
	path: readonly PathSegment[],
	value: unknown,
	canReplace = false,
): PutProblem | undefined {
	let branch = root;
	for (const [level, key] of path.entries()) {
		if (!canHold(branch, key)) return { kind: 'conflict' };
		if (Array.isArray(branch) && Number(key) > branch.length) {
			return { kind: 'gap', skippedIndex: branch.length };
		}
		const existing = Object.hasOwn(branch, key) ? branch[key] : undefined;
		const nextKey = path[level + 1];
		if (nextKey === undefined && existing !== undefined && !canReplace) return { kind: 'conflict' };
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
