import { NotSentError } from '../errors/failure';
import { convertField } from './convertField';
import { fieldPath, type PathSegment } from './fieldPath';
import { isJsonObject } from './json';

/** One row of n8n's assignment list. */
export interface Field {
	name: string;
	value: unknown;
	type?: string;
}

/**
 * The context that a list of fields gives, in the order of the list. A dot in a name nests:
 * `session.plan` and `session.seats` become `{ session: { plan, seats } }`.
 *
 * @throws NotSentError for a field without a name, two fields for one place, a list with a gap, or
 * a value that does not fit its type. Nothing is overwritten silently.
 */
export function contextFromFields(fields: Field[]): object {
	const root: Branch = new Map();
	for (const [index, field] of fields.entries()) {
		const name = String(field.name ?? '');
		place(root, name, pathOf(name, index), convertField(name, field.value, field.type));
	}
	return finished(root, 'context');
}

/** A Map while it is built: a key named `__proto__` is a key like any other there. */
type Branch = Map<PathSegment, unknown>;

function pathOf(name: string, index: number): PathSegment[] {
	const path = fieldPath(name);
	if (path !== undefined) return path;
	if (name.trim() === '') {
		throw new NotSentError(
			`Field ${index + 1} of the context has no name`,
			'Give the field a name, or remove it.',
		);
	}
	throw new NotSentError(
		`The field name "${name}" has a dot too many`,
		'A dot nests one field in another, as in session.plan: it needs a name on both sides.',
	);
}

function place(root: Branch, name: string, path: PathSegment[], value: unknown): void {
	const last = path.at(-1) as PathSegment;
	let branch = root;
	for (const segment of path.slice(0, -1)) {
		if (!branch.has(segment)) branch.set(segment, new Map());
		const next = branch.get(segment);
		if (!(next instanceof Map)) throw contradiction(name);
		branch = next;
	}
	if (branch.has(last)) throw contradiction(name);
	// An object takes further fields in: `session` as a whole, then `session.source` beside it.
	branch.set(last, isJsonObject(value) ? new Map(Object.entries(value)) : value);
}

function contradiction(name: string): NotSentError {
	return new NotSentError(
		`The field "${name}" stands where another field already is`,
		'Rename or remove one of the two, so that no value is lost.',
	);
}

function finished(branch: Branch, path: string): object {
	const entries = [...branch].map(([key, value]): [PathSegment, unknown] => [
		key,
		value instanceof Map ? finished(value, `${path}.${key}`) : value,
	]);
	// fromEntries defines own properties, so `__proto__` stays a key.
	return entries.some(([key]) => typeof key === 'number')
		? list(entries, path)
		: (Object.fromEntries(entries) as object);
}

function list(entries: Array<[PathSegment, unknown]>, path: string): unknown[] {
	const byIndex = new Map(entries);
	return entries.map((_entry, index) => {
		if (byIndex.has(index)) return byIndex.get(index);
		throw new NotSentError(
			`The list ${path} has no element [${index}]`,
			'Number the elements of a list from [0] without a gap, and give it no named fields.',
		);
	});
}
