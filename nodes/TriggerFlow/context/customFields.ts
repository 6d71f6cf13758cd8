import { NotSentError } from '../shared/failure';
import { shorten } from '../shared/text';
import { convertField } from './convertField';
import { parseFieldName, place, type PathSegment } from './path';

export interface CustomField {
	name: string;
	value: unknown;
	type?: string;
}

/**
 * Builds the context from custom fields, in their order. A field whose value is `undefined` is left out.
 * @throws NotSentError for a name that leads nowhere, and for a value that does not fit its type.
 */
export function buildContextFromFields(fields: CustomField[]): object {
	const context = {};
	for (const { name, value, type } of fields) {
		if (value === undefined) continue;
		const path = requirePath(name);
		if (place(context, path, convertField(shorten(name, 200), value, type))) continue;
		throw new NotSentError(
			`The field "${shorten(name, 200)}" conflicts with another field of the context`,
			'Two fields use the same place, or a list index is skipped. Rename or remove one of the fields. Use list indexes in order from [0].',
		);
	}
	return context;
}

function requirePath(name: string): PathSegment[] {
	const path = parseFieldName(name);
	if (path !== undefined) return path;
	throw new NotSentError(
		`The field name "${shorten(name, 200)}" is empty or contains an empty part`,
		'Write a name on both sides of each dot. A dot nests one field in another, as in session.plan.',
	);
}
