/** The flow that every contender starts. */
export const SLUG = 'bench-flow-7k2m9p';

export const TOKEN = 'bench-token-2f6a90c4';

/** One row of the work: what a form or a list of customers gives. */
export interface Item {
	id: number;
	first_name: string;
	last_name: string;
	email: string;
	newsletter: boolean;
	plan: string;
	seats: number;
}

export function makeItems(count: number): Item[] {
	return Array.from({ length: count }, (_, id) => ({
		id,
		first_name: `Ada ${id}`,
		last_name: 'Lovelace',
		email: `ada.${id}@example.com`,
		newsletter: id % 2 === 0,
		plan: id % 3 === 0 ? 'pro' : 'free',
		seats: id % 50,
	}));
}

/** An item's context: the nodes build the same from `CONTEXT_EXPRESSION`. */
export function contextOf({ id, ...session }: Item): object {
	return { id, session };
}

/** The context as a person writes it into a node: an expression that names each field. */
export const CONTEXT_EXPRESSION =
	'{ id: $json.id, session: { first_name: $json.first_name, last_name: $json.last_name, ' +
	'email: $json.email, newsletter: $json.newsletter, plan: $json.plan, seats: $json.seats } }';
