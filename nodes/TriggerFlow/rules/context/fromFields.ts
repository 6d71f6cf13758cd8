import { NotSentError } from '../errors/failure';
import { convertField, isEmptyField } from './convertField';
import { fieldPath, shownName, type PathSegment } from './fieldPath';
import { finished, place, treeOf } from './tree';

/** One row of n8n's assignment list. */
export interface Field {
	name: string;
	value: unknown;
	type?: string;
	/** The value as the person has written it, expressions not evaluated: for better advice. */
	written?: unknown;
}

/**
 * The context that a list of fields gives, in the order of the list. A dot in a name nests:
 * `session.plan` and `session.seats` become `{ session: { plan, seats } }`.
 *
 * @param leaveOutEmpty Whether a field with nothing in it (`""`, null, undefined) is left out.
 * @throws NotSentError for a field without a name, two fields for one place, a list with a gap,
 * a value that does not fit its type, or names that nest more than `MOST_LEVELS_OF_NAMES` levels together.
 * Nothing is overwritten silently.
 */
export function contextFromFields(fields: Field[], leaveOutEmpty = false): object {
	const root = treeOf({});
	let levels = 0;
	for (const [index, field] of fields.entries()) {
		if (leaveOutEmpty && isEmptyField(field.value, field.type)) continue;
		const name = String(field.name ?? '');
		const shown = shownName(name);
		const value = convertField(shown, field.value, field.type, field.written);
		const path = pathOf(name, index);
		if (!place(root, path, value)) {
			throw new NotSentError(
				`The field "${shown}" stands where another field already is`,
				'Rename or remove one of the two, so that no value is lost.',
			);
		}
		levels += path.length;
		if (levels > MOST_LEVELS_OF_NAMES) {
			throw new NotSentError(
				'The names of the fields nest too much: they have more than 50,000 levels together',
				'Give a value with its nested fields as one field of the type Object.',
			);
		}
	}
	return finished(root);
}

/** A dot in a name costs a byte and makes an object: with a megabyte of them n8n would stand still for a second. */
const MOST_LEVELS_OF_NAMES = 50_000;

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
		`The field name "${shownName(name)}" has a dot too many`,
		'A dot nests one field in another, as in session.plan: it needs a name on both sides.',
	);
}
