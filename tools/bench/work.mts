/** The rows of a form or a list of customers, and the contexts that are made of them. */
import { buildContextFromFields } from '../../nodes/StartFlow/context/customFields.ts';
import type { JsonObject, JsonValue } from '../../nodes/StartFlow/shared/json.ts';

/**
 * Which fields a context has: all, the first seven, only the id, or the id and a field of the first node, whose one item
 * contains all items.
 */
export type WorkId = 'long' | 'short' | 'id' | 'parent';

interface Field {
	/** In the context. In the item, it has the path's last name. */
	path: string;
	valueOf: (id: number) => string | number | boolean;
	/** The expression that gives the value. */
	source: string;
}

const VALUES: Array<Field['valueOf']> = [
	(id) => `Text ${id}`,
	(id) => `ada.${id}@example.com`,
	(id) => id % 50,
	(id) => id % 2 === 0,
];

/** An id, and values in turn. */
const FIELDS = Array.from({ length: 21 }, (_, index): Field => {
	if (index === 0) return { path: 'id', valueOf: (id) => id, source: '$json.id' };
	const name = `field_${index}`;
	const valueOf = VALUES[index % VALUES.length] as Field['valueOf'];
	return { path: `session.${name}`, valueOf, source: `$json.${name}` };
});

const COUNTS = { long: FIELDS.length, short: 7, id: 1, parent: 1 };

/** A field of the first node's item. `runWorkflow` sends it beside the items. */
export const PARENT = { customer: 'Analytical Engines Ltd' };

const PARENT_FIELD: Field = {
	path: 'customer',
	valueOf: () => PARENT.customer,
	source: "$('Webhook').item.json.body.customer",
};

function fieldsOf(work: WorkId): Field[] {
	const fields = FIELDS.slice(0, COUNTS[work]);
	return work === 'parent' ? [...fields, PARENT_FIELD] : fields;
}

function nameOf(path: string): string {
	return path.split('.').pop() ?? '';
}

/** How many values a context has. */
export function countOf(work: WorkId): number {
	return fieldsOf(work).length;
}

export function makeItems(count: number, work: WorkId): object[] {
	// The item with all items is large.
	const fields = fieldsOf(work === 'parent' ? 'long' : work);
	return Array.from({ length: count }, (_, id) =>
		Object.fromEntries(fields.map(({ path, valueOf }) => [nameOf(path), valueOf(id)])),
	);
}

/** The context of the first item: the example in a Start Event's request. */
export function exampleOf(work: WorkId): JsonObject {
	return nested(fieldsOf(work).map(({ path, valueOf }) => [path, valueOf(0)]));
}

/** The context as a person writes it into a node: an expression that names each field. */
export function expressionOf(work: WorkId): string {
	const fields = fieldsOf(work);
	const text = JSON.stringify(nested(fields.map(({ path }, index) => [path, `<${index}>`])));
	// Two braces without a blank between them would end it.
	return text
		.replaceAll(/"<(\d+)>"/g, (_, index: number) => fields[index]?.source ?? '')
		.replaceAll('}', ' }');
}

/** What a person writes into a field, around the expression that gives its value. Text beside an expression gives text. */
export type Writing = 'dragged' | 'method' | 'default' | 'text';

const WRITE: Record<Writing, (source: string) => string> = {
	dragged: (source) => `={{ ${source} }}`,
	method: (source) => `={{ ${source}.toString() }}`,
	default: (source) => `={{ ${source} ?? 0 }}`,
	text: (source) => `=Hello {{ ${source} }}`,
};

/** Each field: its path, what is written in it, and its type. @param writingOf By the number of the field, from 0. */
export function writtenFields(
	work: WorkId,
	writingOf: (index: number) => Writing = () => 'dragged',
): Array<[path: string, value: string, type: string]> {
	return fieldsOf(work).map(({ path, source, valueOf }, index) => {
		const type = typeof valueOf(0);
		const writing = writingOf(index);
		// Beside text, a number or a boolean would become text.
		const isText = writing !== 'text' || type === 'string';
		return [path, WRITE[isText ? writing : 'default'](source), type];
	});
}

/** The parameters of Custom Fields with all of them. */
export function customFields(work: WorkId, writingOf?: (index: number) => Writing) {
	const assignments = writtenFields(work, writingOf).map(([name, value, type]) => {
		return { id: name, name, type, value };
	});
	return { contextMode: 'fields', contextFields: { assignments } };
}

function nested(values: Array<[path: string, value: JsonValue]>): JsonObject {
	return buildContextFromFields(values.map(([name, value]) => ({ name, value }))) as JsonObject;
}
