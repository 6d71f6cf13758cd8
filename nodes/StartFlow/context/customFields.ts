import { NotSentError } from '../shared/failure';
import { listFirst, shorten } from '../shared/text';
import { convertField } from './convertField';
import { parseFieldName, place } from './path';

/** A field that should give a value, but gave nothing: one that somebody filled in, or any one with Map Automatically. */
export interface MissingField {
	name: string;
	/** `undefined`: an expression found nothing. The last two occur only with Map Automatically. */
	reason: 'empty' | 'undefined' | 'noSuchName' | 'oneValueForTwo';
}

/**
 * Builds the context from custom fields, in their order. A field whose value is `undefined` is left out.
 * @throws NotSentError for a wrong name, two fields in one place, a value of the wrong type, and if all are `undefined`.
 */
export function buildContextFromFields(
	fields: ReadonlyArray<{ name: string; value: unknown; type?: string }>,
): {
	context: object;
	missingFields: MissingField[];
} {
	const context = {};
	const missingFields = listMissingFields(fields);
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
		const problem = place(context, path, convertField(shownName, value, type));
		if (problem === undefined) continue;
		throw new NotSentError(
			`The field "${shownName}" ${problem}`,
			'Rename or remove one of the fields. Use the indexes of a list in order, from [0].',
		);
	}
	return { context, missingFields };
}

/** Lists the fields that are `undefined`. JSON leaves them out. @throws NotSentError if all are. */
export function listMissingFields(
	fields: ReadonlyArray<{ name: string; value: unknown }>,
): MissingField[] {
	const names = fields.filter(({ value }) => value === undefined).map(({ name }) => name);
	if (names.length > 0 && names.length === fields.length) {
		throw new NotSentError(
			`No field of the context has a value: the input has nothing for ${shorten(listFirst(names, 5))}`,
			'Check the expressions for this item. To start the flow with an empty context, remove all custom fields, or write {} as JSON.',
		);
	}
	return names.map((name) => ({ name, reason: 'undefined' }));
}
