import { isJsonObject, type JsonObject } from '../context/json';
import { NotSentError } from '../errors/failure';
import { shorten } from '../errors/shorten';
import { pathOf, type FormField } from './formFields';

/**
 * The form's values for n8n's automatic mapping, from one input item: what stands at the field's own
 * path, else under its readable name (`"session.plan"`), else, where no other field ends alike,
 * under its last key at the top level. What is not found is left out, as n8n does.
 *
 * @throws NotSentError when nothing at all is found.
 */
export function valuesFromInput(item: JsonObject, fields: FormField[]): Record<string, unknown> {
	const lastKeys = new Map<string, number>();
	for (const { id } of fields) lastKeys.set(lastKey(id), (lastKeys.get(lastKey(id)) ?? 0) + 1);

	const found = fields.flatMap(({ id, name }): Array<[string, unknown]> => {
		const isOnly = lastKeys.get(lastKey(id)) === 1;
		const places = [pathOf(id), [name], ...(isOnly ? [[lastKey(id)]] : [])];
		const value = places.map((path) => valueAt(item, path)).find((inner) => inner !== undefined);
		return value === undefined ? [] : [[id, value]];
	});
	if (found.length === 0 && fields.length > 0) throw nothingFound(fields);
	return Object.fromEntries(found);
}

function lastKey(id: string): string {
	return pathOf(id).at(-1) ?? '';
}

function valueAt(item: unknown, path: string[]): unknown {
	return path.reduce<unknown>(
		(inner, key) => (isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
		item,
	);
}

function nothingFound(fields: FormField[]): NotSentError {
	const names = fields.map(({ name }) => name).join(', ');
	return new NotSentError(
		"The input item has none of the form's fields",
		`Looked for ${shorten(names, 200)}. Name the input's fields like these, or map them by hand.`,
	);
}
