/** The rows of a form or a list of customers, and the contexts that are made of them. */

import type { JsonObject, JsonValue } from '../../nodes/StartFlow/shared/json.ts';

/** How many fields a context has: all, or the first seven. */
export type WorkId = 'long' | 'short';

/** Each field: its path in the context, and its value in an item. In the item, it has the path's last name. */
const FIELDS: Array<[path: string, valueOf: (id: number) => string | number | boolean]> = [
	['id', (id) => id],
	['session.first_name', (id) => `Ada ${id}`],
	['session.last_name', () => 'Lovelace'],
	['session.email', (id) => `ada.${id}@example.com`],
	['session.newsletter', (id) => id % 2 === 0],
	['session.plan', (id) => (id % 3 === 0 ? 'pro' : 'free')],
	['session.seats', (id) => id % 50],
	['session.phone', (id) => `+44 20 7946 ${id}`],
	['session.company', () => 'Analytical Engines Ltd'],
	['session.street', (id) => `${id} Dorset Street`],
	['session.city', () => 'London'],
	['session.country', () => 'GB'],
	['session.language', () => 'en'],
	...['music', 'sports', 'travel', 'food', 'books', 'films', 'games'].map(
		(name, index): [string, (id: number) => boolean] => [
			`session.interests.${name}`,
			(id) => (id + index) % 2 === 0,
		],
	),
	['session.terms_accepted', () => true],
];

function fieldsOf(work: WorkId) {
	const fields = FIELDS.slice(0, work === 'long' ? undefined : 7);
	return fields.map(([path, valueOf]) => ({ path, valueOf, name: path.split('.').pop() ?? '' }));
}

/** How many values a context has. */
export function countOf(work: WorkId): number {
	return fieldsOf(work).length;
}

export function makeItems(count: number, work: WorkId): object[] {
	const fields = fieldsOf(work);
	return Array.from({ length: count }, (_, id) =>
		Object.fromEntries(fields.map(({ name, valueOf }) => [name, valueOf(id)])),
	);
}

/** The context of the first item: the example in a Start Event's request. */
export function exampleOf(work: WorkId): JsonObject {
	return nested(fieldsOf(work).map(({ path, valueOf }) => [path, valueOf(0)]));
}

/** The context as a person writes it into a node: an expression that names each field. */
export function expressionOf(work: WorkId): string {
	const text = JSON.stringify(
		nested(fieldsOf(work).map(({ path, name }) => [path, `$json.${name}`])),
	);
	// Two braces without a blank between them would end it.
	return text.replaceAll(/"(\$json\.\w+)"/g, '$1').replaceAll('}', ' }');
}

/** The same with each field dragged in: its expression, by its path. */
export function draggedFields(work: WorkId): Array<[path: string, value: string, type: string]> {
	return fieldsOf(work).map(({ path, name, valueOf }) => [
		path,
		`={{ $json.${name} }}`,
		typeof valueOf(0),
	]);
}

/** The same as the parameters of Custom Fields. */
export function customFields(work: WorkId) {
	const assignments = draggedFields(work).map(([name, value, type]) => {
		return { id: name, name, type, value };
	});
	return { contextMode: 'fields', contextFields: { assignments } };
}

/** What people write into a field around a dragged name. Text beside an expression gives text. */
function write(name: string, type: string, index: number): string {
	if (type !== 'string') return `={{ $json.${name} ?? 0 }}`;
	return index % 2 === 0 ? `={{ $json.${name}.trim() }}` : `=Hello {{ $json.${name} }}`;
}

/** The same with something written in each field. */
export function writtenFields(work: WorkId): ReturnType<typeof draggedFields> {
	return fieldsOf(work).map(({ path, name, valueOf }, index) => {
		const type = typeof valueOf(0);
		return [path, write(name, type, index), type];
	});
}

function nested(values: Array<[path: string, value: JsonValue]>): JsonObject {
	const root: JsonObject = {};
	for (const [path, value] of values) {
		const keys = path.split('.');
		const last = keys.pop() as string;
		const place = keys.reduce((tree, key) => (tree[key] ??= {}) as JsonObject, root);
		place[last] = value;
	}
	return root;
}
