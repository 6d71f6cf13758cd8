import { NotSentError } from '../shared/failure';
import { shorten } from '../shared/text';
import { convertField } from './convertField';
import { parseFieldName, place } from './path';

/**
 * Builds the context from custom fields, in their order. A field whose value is `undefined` is left out.
 * @throws NotSentError for a name with an empty part, two fields in one place, or a value that does not fit its type.
 */
export function buildContextFromFields(
	fields: Array<{ name: string; value: unknown; type?: string }>,
): object {
	const context = {};
	for (const { name, value, type } of fields) {
		if (value === undefined) continue;
		const shownName = shorten(name, 200);
		const path = parseFieldName(name);
		if (path === undefined) {
			throw new NotSentError(
				`The field name "${shownName}" is empty or contains an empty part`,
				'Write a name on both sides of each dot. A dot nests one field in another, as in session.plan.',
			);
		}
		if (place(context, path, convertField(shownName, value, type))) continue;
		throw new NotSentError(
			`The field "${shownName}" conflicts with another field of the context`,
			'Two fields use the same place, or a list index is skipped. Rename or remove one of the fields. Use list indexes in order from [0].',
		);
	}
	return context;
}
