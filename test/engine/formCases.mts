/**
 * What a person does to a field of the Start Event Form, by the kind of its example: what n8n's editor shows
 * then, what it saves, and what the flow gets. Tests compare with it, and docs/context.md shows it.
 */
import type { JsonValue } from '../../nodes/TriggerFlow/rules/context/json.ts';
import { formFields, startValue } from '../../nodes/TriggerFlow/rules/form/formFields.ts';

/** The input item of all cases. */
export const INPUT = {
	name: 'Grace',
	seats: '3',
	member: false,
	tags: ['new', 'vip'],
	rows: [{ a: 7 }],
	address: { city: 'London' },
	at: '2026-03-01T08:00:00Z',
};

type Gets = { value: JsonValue } | { refused: string };

export interface FormCase {
	kind: string;
	/** What was done to the field. */
	done: string;
	example: JsonValue;
	/** The input's field that was dragged onto it. */
	from?: keyof typeof INPUT;
	shows: string;
	/** undefined where n8n keeps no value. */
	saves: unknown;
	gets: Gets;
}

type Row = [done: string, shows: string, saves: unknown, gets: Gets, from?: keyof typeof INPUT];

function casesOf(kind: string, example: JsonValue, untouched: string, rows: Row[]): FormCase[] {
	const started = formFields({ field: example }).map(startValue)[0];
	// n8n keeps no null.
	const first: Row = ['untouched', untouched, started ?? undefined, { value: example }];
	return [first, ...rows].map(([done, shows, saves, gets, from]) => ({
		...{ kind, done, example, shows, saves, gets, from },
	}));
}

/** The input's field was dragged onto the form's; the flow gets its value, or what it becomes. */
const dragged = (name: keyof typeof INPUT, value: JsonValue = INPUT[name]): Row => [
	...(['dragged onto', `{{ $json.${name} }}`, `={{ $json.${name} }}`] as const),
	{ value },
	name,
];

const isEmpty = { refused: 'The field "field" is empty' };

/** n8n keeps an empty text of what is written as text, and nothing of the others. */
const emptied = (saves: '' | undefined, gets: Gets = isEmpty): Row => ['emptied', '', saves, gets];

/** The form was filled, then the request was changed, and the form got the new field. */
const added = (gets: Gets = isEmpty, shows = ''): Row => ['added later', shows, undefined, gets];

export const FORM_CASES: FormCase[] = [
	...casesOf('text', 'Ada', 'Ada', [
		['edited', 'Kay', 'Kay', { value: 'Kay' }],
		dragged('name'),
		emptied('', { value: '' }),
		added({ value: '' }),
	]),
	...casesOf('number', 5, '5', [
		['edited', '6', 6, { value: 6 }],
		dragged('seats', 3),
		emptied(undefined),
		added(),
	]),
	...casesOf('switch', true, 'on', [
		['clicked', 'off', false, { value: false }],
		dragged('member'),
		added({ refused: 'The switch "field" is new: click it to set it' }, 'on'),
	]),
	...casesOf('list of texts', ['red', 'blue'], '["red","blue"]', [
		['edited', '["green"]', '["green"]', { value: ['green'] }],
		['typed', 'red, green', 'red, green', { value: ['red', 'green'] }],
		dragged('tags'),
		emptied(''),
		added(),
	]),
	...casesOf('list of objects', [{ a: 1 }], '[{"a":1}]', [
		['edited', '[{"a":2}]', '[{"a":2}]', { value: [{ a: 2 }] }],
		dragged('rows'),
		emptied(''),
		added(),
	]),
	...casesOf('empty object', {}, '{}', [
		['edited', '{"plan":"pro"}', '{"plan":"pro"}', { value: { plan: 'pro' } }],
		dragged('address'),
		emptied(''),
		added(),
	]),
	...casesOf('date', '2026-01-31', '2026-01-31', [
		['edited', '2026-02-01', '2026-02-01', { value: '2026-02-01' }],
		dragged('at'),
		emptied('', { value: '' }),
		added({ value: '' }),
	]),
	...casesOf('date and time', '2026-01-31T09:30:00Z', '2026-01-31 09:30:00', [
		['picked', '2026-02-01 09:30:00', '2026-02-01T09:30:00', { value: '2026-02-01T09:30:00' }],
		dragged('at'),
		emptied(undefined),
		added(),
	]),
	...casesOf('null', null, '', [
		['edited', 'Kay', 'Kay', { value: 'Kay' }],
		dragged('seats'),
		added({ value: null }),
	]),
];
