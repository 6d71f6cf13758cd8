import { shorten } from '../errors/shorten';
import { dottedPath, type PathSegment } from './withValueAt';

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

/** In characters. */
const LONGEST_NAME = 200;

/** A field's name for a message: exact, unless nobody would read so much. */
export function shownName(name: string): string {
	return name.length > LONGEST_NAME ? shorten(name, LONGEST_NAME) : name;
}
