import { isJsonObject } from './json';
import { finished, place, treeOf } from './tree';

/** The keys of a path such as `meta.startKey`; `undefined` where it is blank or has a dot too many. */
export function dottedPath(path: string): string[] | undefined {
	const keys = path.split('.').map((key) => key.trim());
	return keys.includes('') ? undefined : keys;
}

/**
 * A context with one value more. Gives a copy: the context may be the input item itself. What is no object
 * is left as it is: it is refused where every context is.
 *
 * @param path Branches on the way are made.
 * @param replaces Whether the value takes the place of what stands there.
 * @returns `undefined` where something stands there, or on the way, that is no object.
 */
export function withValueAt(
	context: unknown,
	path: readonly string[],
	value: unknown,
	{ replaces = false } = {},
): { context: unknown } | undefined {
	if (!isJsonObject(context)) return { context };
	const tree = treeOf(context);
	return place(tree, path, value, replaces) ? { context: finished(tree) } : undefined;
}
