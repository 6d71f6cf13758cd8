/**
 * What a person maps in the form, by the kind of the field's example, and what the flow gets: what the tests compare
 * with, and what a table in docs/context.md is made of.
 */
import type { JsonValue } from '../../nodes/TriggerFlow/rules/context/json.ts';

/** The input item of all cases. */
export const INPUT = {
	name: 'Grace',
	seats: '3',
	member: 'yes',
	tags: ['new', 'vip'],
	rows: [{ a: 7 }],
	address: { city: 'London' },
	at: '2026-03-01T08:00:00Z',
};

export interface FormCase {
	kind: string;
	example: JsonValue;
	/** What was done to the field. */
	done: string;
	shows: string;
	saves: string | boolean;
	gets: { value: JsonValue } | { refused: string };
}

const formCase = (
	[kind, example]: readonly [string, JsonValue],
	done: string,
	saves: string | boolean,
	gets: FormCase['gets'],
): FormCase => ({ kind, example, done, shows: String(saves).replace(/^=/, ''), saves, gets });

const typed = (field: readonly [string, JsonValue], text: string, value: JsonValue) =>
	formCase(field, 'typed', text, { value });

const dragged = (
	field: readonly [string, JsonValue],
	name: keyof typeof INPUT,
	value: JsonValue = INPUT[name],
) => formCase(field, 'dragged onto', `={{ $json.${name} }}`, { value });

const refused = (field: readonly [string, JsonValue], text: string, message: string) =>
	formCase(field, 'typed', text, { refused: message });

const TEXT = ['text', 'Ada'] as const;
const NUMBER = ['number', 5] as const;
const BOOLEAN = ['boolean', true] as const;
const STRINGS: readonly [string, JsonValue] = ['list of texts', ['red', 'blue']];
const LIST: readonly [string, JsonValue] = ['list of objects', [{ a: 1 }]];
const OBJECT = ['empty object', {}] as const;
const DATE = ['date', '2026-01-31'] as const;
const NULL = ['null', null] as const;

export const FORM_CASES: FormCase[] = [
	typed(TEXT, 'Kay', 'Kay'),
	dragged(TEXT, 'name'),
	typed(NUMBER, '6', 6),
	dragged(NUMBER, 'seats', 3),
	refused(NUMBER, 'six', 'The field "field" should be a number, but its value is "six"'),
	formCase(BOOLEAN, 'chosen', false, { value: false }),
	dragged(BOOLEAN, 'member', true),
	typed(STRINGS, 'red, green', ['red', 'green']),
	typed(STRINGS, '["red, green"]', ['red, green']),
	dragged(STRINGS, 'tags'),
	typed(LIST, '[{"a":2}]', [{ a: 2 }]),
	dragged(LIST, 'rows'),
	typed(OBJECT, '{"plan":"pro"}', { plan: 'pro' }),
	dragged(OBJECT, 'address'),
	typed(DATE, '2026-02-01', '2026-02-01'),
	dragged(DATE, 'at'),
	typed(NULL, 'Kay', 'Kay'),
	dragged(NULL, 'tags'),
];
