import { shorten } from '../errors/shorten';

/** A key of an object, or the index of an array. */
export type PathSegment = string | number;

/**
 * The place in the context that a field's name stands for, or `undefined` when the name is blank
 * or has a dot too many.
 *
 * A dot nests (`session.plan`), with white space around it or without. Names that n8n's editor makes
 * when a value is dragged in are understood as well: `items[0].name` (a list), `$json['First Name']`
 * and `item.json['First Name']` (a key with a space; the editor leaves those prefixes in place).
 * A name that is none of these is split at its dots, brackets and all.
 */
export function fieldPath(name: string): PathSegment[] | undefined {
	const trimmed = name.trim().replace(DRAGGED_PREFIX, '');
	const path = segments(trimmed) ?? trimmed.split('.').map((key) => key.trim());
	return path.includes('') ? undefined : path;
}

const DRAGGED_PREFIX = /^(?:\$json|item\.json)(?=\[)/;

const SEGMENT =
	/^([^.[\]]+)|\.([^.[\]]+)|\[(\d{1,6})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y;

function segments(name: string): PathSegment[] | undefined {
	const found: PathSegment[] = [];
	SEGMENT.lastIndex = 0;
	while (SEGMENT.lastIndex < name.length) {
		const match = SEGMENT.exec(name);
		if (match === null) return undefined;
		const [, first, dotted, index, singleQuoted, doubleQuoted] = match;
		if (dotted !== undefined && found.length === 0) return undefined;
		const quoted = (singleQuoted ?? doubleQuoted)?.replace(/\\(.)/g, '$1');
		const key = (first ?? dotted)?.trim() ?? quoted ?? '';
		found.push(index === undefined ? key : Number(index));
	}
	return found.length === 0 || typeof found[0] === 'number' ? undefined : found;
}

/** A field's name as a message shows it: exactly, unless nobody would read so much. */
export function shownName(name: string): string {
	return name.length > LONGEST_NAME ? shorten(name, LONGEST_NAME) : name;
}

/** In characters. */
const LONGEST_NAME = 200;
