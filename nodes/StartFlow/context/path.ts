/** A key of an object, or an index of a list. */
export type PathSegment = string | number;

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
 * Formats a path as a JSON pointer (RFC 6901), such as `/session/plan`. It is exact for every key, also one with dots, so it is
 * the id of a field in a form.
 */
export function formatPointer(path: readonly string[]): string {
	return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Parses what `formatPointer` formats. */
export function parsePointer(pointer: string): string[] {
	const keys = pointer.slice(1).split('/');
	return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A key that reads well between dots. n8n would take a name that begins with `=` for an expression. */
const PLAIN_KEY = /^[^\s.[\]"'`\\=\p{C}]+(?: [^\s.[\]"'`\\=\p{C}]+)*$/u;

/** Formats a path as people write one. A key that would be ambiguous is in brackets: `session["a.b"]`. */
export function formatPath(path: readonly string[]): string {
	const parts = path.map((key) => (PLAIN_KEY.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`));
	return parts.join('').replace(/^\./, '');
}
