import { UserError } from '../shared/userError';
import { listFirst, shorten } from '../shared/text';

/** A field that should give a value, but gave nothing: one that somebody filled in, or any one with Map Automatically. */
export interface MissingField {
	name: string;
	/** `undefined`: an expression found nothing. The last two occur only with Map Automatically. */
	reason: 'empty' | 'undefined' | 'noSuchName' | 'oneValueForTwo';
}

/** Lists the fields that are `undefined`. JSON leaves them out. @throws UserError if all are. */
export function listMissingFields(
	fields: ReadonlyArray<{ name: string; value: unknown }>,
): MissingField[] {
	const names = fields.filter(({ value }) => value === undefined).map(({ name }) => name);
	if (names.length > 0 && names.length === fields.length) {
		throw new UserError(
			`No field of the context has a value: the input has nothing for ${shorten(listFirst(names, 5))}`,
			'Check the expressions for this item. To start the flow with an empty context, remove all custom fields, or write {} as JSON.',
		);
	}
	return names.map((name) => ({ name, reason: 'undefined' }));
}
