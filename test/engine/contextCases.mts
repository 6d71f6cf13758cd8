/**
 * What a person writes into the node, and the context that the flow gets: what the tests compare
 * with. docs/map-the-context.md shows the most useful of them.
 */

/** The input item of all cases. */
export const ITEM = {
	name: 'Ada',
	email: 'ada@example.com',
	seats: '3',
	address: { city: 'London' },
	tags: ['new', 'vip'],
};

/** A row of Custom Fields: its name, its type, and its value as it stands in the node. */
export interface FieldCase {
	about: string;
	rows: Array<[name: string, type: string, value: unknown]>;
	context: unknown;
}

export const FIELD_CASES: FieldCase[] = [
	{
		about: 'a field dragged in',
		rows: [['email', 'string', '={{ $json.email }}']],
		context: { email: 'ada@example.com' },
	},
	{
		about: 'a dot nests',
		rows: [
			['session.name', 'string', '={{ $json.name }}'],
			['session.city', 'string', '={{ $json.address.city }}'],
		],
		context: { session: { name: 'Ada', city: 'London' } },
	},
	{
		about: 'a text that holds a number, as a number',
		rows: [['seats', 'number', '={{ $json.seats }}']],
		context: { seats: 3 },
	},
	{
		about: 'a switch',
		rows: [['newsletter', 'boolean', true]],
		context: { newsletter: true },
	},
	{
		about: 'a list, as it is',
		rows: [['tags', 'array', '={{ $json.tags }}']],
		context: { tags: ['new', 'vip'] },
	},
	{
		about: 'a list, element by element',
		rows: [
			['items[0].name', 'string', 'Tea'],
			['items[1].name', 'string', 'Milk'],
		],
		context: { items: [{ name: 'Tea' }, { name: 'Milk' }] },
	},
	{
		about: 'an object, as it is',
		rows: [['address', 'object', '={{ $json.address }}']],
		context: { address: { city: 'London' } },
	},
	{
		about: 'a field that the item does not have',
		rows: [['phone', 'string', '={{ $json.phone }}']],
		context: {},
	},
	{
		about: 'an empty text and null',
		rows: [
			['note', 'string', ''],
			['owner', 'string', '={{ null }}'],
		],
		context: { note: '', owner: null },
	},
	{ about: 'no field', rows: [], context: {} },
	{
		about: 'a text around a value',
		rows: [['greeting', 'string', '=Hello {{ $json.name }}!']],
		context: { greeting: 'Hello Ada!' },
	},
];

export interface JsonCase {
	about: string;
	/** As it stands in the node; with `=` in front it is an expression. */
	json: string;
	context: unknown;
}

export const JSON_CASES: JsonCase[] = [
	{ about: 'an object', json: '{ "plan": "pro" }', context: { plan: 'pro' } },
	{
		about: 'an object with expressions in it',
		json: '={ "who": "{{ $json.name }}", "seats": {{ $json.seats }} }',
		context: { who: 'Ada', seats: 3 },
	},
	{
		about: 'an expression that gives an object',
		json: '={{ { who: $json.name, city: $json.address.city } }}',
		context: { who: 'Ada', city: 'London' },
	},
	{ about: 'a part of the item', json: '={{ $json.address }}', context: { city: 'London' } },
];
