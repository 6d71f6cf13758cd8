/** What is done for each item: the rows as a form or a list of customers gives them, and the contexts. */
export type WorkId = 'short' | 'long';

/** Each field of the context, by its path in it and by the item's field that it is filled from. */
const SHORT: Record<string, string> = {
	id: 'id',
	...inside('session', ['first_name', 'last_name', 'email', 'newsletter', 'plan', 'seats']),
};

const LONG: Record<string, string> = {
	...SHORT,
	...inside('session', ['phone', 'company', 'street', 'city', 'country', 'language']),
	...inside('session.interests', ['music', 'sports', 'travel', 'food', 'books', 'films', 'games']),
	...inside('session', ['terms_accepted']),
};

const FIELDS: Record<WorkId, Record<string, string>> = { short: SHORT, long: LONG };

function inside(path: string, names: string[]): Record<string, string> {
	return Object.fromEntries(names.map((name) => [`${path}.${name}`, name]));
}

/** How many values a context has. */
export function countOf(work: WorkId): number {
	return Object.keys(FIELDS[work]).length;
}

/** One item. */
function makeItem(id: number, work: WorkId): Tree {
	const all: Tree = {
		id,
		first_name: `Ada ${id}`,
		last_name: 'Lovelace',
		email: `ada.${id}@example.com`,
		newsletter: id % 2 === 0,
		plan: id % 3 === 0 ? 'pro' : 'free',
		seats: id % 50,
		phone: `+44 20 7946 ${id}`,
		company: 'Analytical Engines Ltd',
		street: `${id} Dorset Street`,
		city: 'London',
		country: 'GB',
		language: 'en',
		terms_accepted: true,
	};
	const names = Object.values(FIELDS[work]);
	return Object.fromEntries(
		names.map((name, index) => [name, all[name] ?? (id + index) % 2 === 0]),
	);
}

export function makeItems(count: number, work: WorkId): object[] {
	return Array.from({ length: count }, (_, id) => makeItem(id, work));
}

/** The context of the first item: the example in a Start Event's request. */
export function exampleOf(work: WorkId): Tree {
	const item = makeItem(0, work);
	return nested(work, (name) => item[name]);
}

/** The context as a person writes it into a node: an expression that names each field. */
export function expressionOf(work: WorkId): string {
	const text = JSON.stringify(nested(work, (name) => `$json.${name}`));
	// Two braces without a blank between them would end it.
	return text.replaceAll(/"(\$json\.\w+)"/g, '$1').replaceAll('}', ' }');
}

/** The same, dragged: the expression for each field, by its path. */
export function draggedFields(work: WorkId): Array<[path: string, value: string, type: string]> {
	const item = makeItem(0, work);
	return Object.entries(FIELDS[work]).map(([path, name]) => {
		return [path, `={{ $json.${name} }}`, typeof item[name]];
	});
}

type Tree = Record<string, unknown>;

function nested(work: WorkId, valueOf: (name: string) => unknown): Tree {
	const root: Tree = {};
	for (const [path, name] of Object.entries(FIELDS[work])) {
		const keys = path.split('.');
		const last = keys.pop() as string;
		const place = keys.reduce((tree, key) => (tree[key] ??= {}) as Tree, root);
		place[last] = valueOf(name);
	}
	return root;
}
