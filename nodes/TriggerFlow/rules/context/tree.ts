import { NotSentError } from '../errors/failure';
import { shownName, type PathSegment } from './fieldPath';
import { isJsonObject } from './json';
import { MOST_LEVELS, nestedTooDeeply } from './serializeContext';

type Fields = Record<PathSegment, unknown>;

/** An object or a list while it is built, to be told from one that somebody has given as a value. */
class Tree {
	isList = false;

	constructor(readonly fields: Fields = {}) {}
}

/** An object as a tree, to which more can be added. The object itself stays as it is. */
export function treeOf(object: object): Tree {
	return new Tree({ ...object } as Fields);
}

/**
 * Puts a value where a path leads, through branches that are there already or are made on the way. An
 * object on the way takes further fields in.
 *
 * @param replaces Whether the value takes the place of what stands there.
 * @throws NotSentError for a path that is deeper than a context may be.
 * @returns Whether it could: not where something stands already. `undefined` is nothing, as in JSON.
 */
export function place(
	root: Tree,
	path: readonly PathSegment[],
	value: unknown,
	replaces = false,
): boolean {
	if (path.length > MOST_LEVELS) throw nestedTooDeeply();
	let branch = root;
	for (const segment of path.slice(0, -1)) {
		const next = own(branch.fields, segment);
		const inner = next === undefined ? new Tree() : branchOf(next);
		if (inner === undefined) return false;
		put(branch, segment, inner);
		branch = inner;
	}
	const last = path.at(-1) as PathSegment;
	if (!replaces && own(branch.fields, last) !== undefined) return false;
	put(branch, last, value);
	return true;
}

function branchOf(value: unknown): Tree | undefined {
	if (value instanceof Tree) return value;
	return isJsonObject(value) ? treeOf(value) : undefined;
}

function own(fields: Fields, key: PathSegment): unknown {
	return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function put(branch: Tree, key: PathSegment, value: unknown): void {
	if (typeof key === 'number') branch.isList = true;
	if (key !== '__proto__') branch.fields[key] = value;
	// Assigned, it would be the prototype and no field.
	else Object.defineProperty(branch.fields, key, { ...ORDINARY, value });
}

const ORDINARY = { configurable: true, enumerable: true, writable: true };

/**
 * The object that has been built, or the list, where the keys are numbers.
 *
 * @param path Where it stands, for the message.
 * @throws NotSentError for a list with a gap.
 */
export function finished(tree: Tree, path = 'context'): object {
	for (const [key, value] of Object.entries(tree.fields)) {
		if (value instanceof Tree) put(tree, key, finished(value, `${path}.${key}`));
	}
	return tree.isList ? list(tree.fields, path) : tree.fields;
}

function list(fields: Fields, path: string): unknown[] {
	return Object.keys(fields).map((_key, index) => {
		if (Object.hasOwn(fields, index)) return fields[index];
		throw new NotSentError(
			`The list ${shownName(path)} has no element [${index}]`,
			'Number the elements of a list from [0] without a gap, and give it no named fields. An element is missing, too, where Leave Out Empty Fields leaves out all that it has.',
		);
	});
}
