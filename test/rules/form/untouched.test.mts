import type { JsonObject, JsonValue } from '../../../nodes/TriggerFlow/rules/context/json';
import { formFields, startValue } from '../../../nodes/TriggerFlow/rules/form/formFields';
import { refusalOf } from '../errors/refusal.mts';
import {
	emptiedTexts,
	refuseExampleAsCode,
	untouchedFields,
} from '../../../nodes/TriggerFlow/rules/form/untouched';

const EXAMPLE: JsonObject = {
	name: 'Ada',
	note: '=A1',
	blank: '',
	none: null,
	count: 5,
	on: true,
	tags: ['red'],
	extra: {},
	at: '2026-01-31T09:30:00Z',
};

/** The form as n8n starts it, with other values in some of its fields; undefined takes a value away. */
function untouched(changed: Record<string, JsonValue | undefined>, mappingMode = 'defineBelow') {
	const started = formFields(EXAMPLE).map((field) => [field.id, startValue(field)]);
	const value = { ...(Object.fromEntries(started) as object), ...changed };
	// As it was saved once.
	const form = JSON.parse(JSON.stringify({ mappingMode, value })) as object;
	return untouchedFields(form, EXAMPLE);
}

test('a form that nobody has touched still sends all of the example', () => {
	const all = ['name', 'note', 'count', 'on', 'tags', 'extra', 'at'];
	expect(untouched({})).toEqual(all);
	// n8n keeps no empty texts, and no null.
	expect(untouched({ '/blank': undefined, '/none': undefined })).toEqual(all);
});

test.each<[string, JsonValue | undefined, string[]]>([
	['/count', 6, ['name', 'note']],
	['/on', false, ['name', 'note']],
	['/extra', undefined, ['name', 'note']],
	['/name', '={{ $json.name }}', ['note']],
	['/name', 'Grace', ['note']],
	['/name', undefined, ['note']],
])('where one field was touched, only texts are named: %s is %j', (id, value, names) => {
	expect(untouched({ [id]: value })).toEqual(names);
});

test('a text that somebody typed is no longer the example, even where it is the same', () => {
	expect(untouched({ '/name': 'Ada', '/note': '={{ $json.note }}' })).toEqual([]);
});

test('nothing is named where nobody fills in the form', () => {
	expect(untouched({}, 'autoMapInputData')).toEqual([]);
	expect(untouchedFields({ mappingMode: 'defineBelow', value: null }, EXAMPLE)).toEqual([]);
	expect(untouchedFields({}, EXAMPLE)).toEqual([]);
	expect(untouchedFields({ value: {} }, {})).toEqual([]);
});

describe('texts with nothing in them', () => {
	const emptied = (value: Record<string, JsonValue> | null, more: object = {}) =>
		emptiedTexts(
			{ value, schema: formFields(EXAMPLE).map(({ id }) => ({ id })), ...more },
			EXAMPLE,
		);

	test('are named where the example has a text', () => {
		expect(emptied({ '/name': '', '/note': null })).toEqual(['name', 'note']);
		expect(emptied({ '/name': ['Ada'], '/note': '={{ $json.note }}' })).toEqual([]);
		// A form of old may hold any value.
		expect(emptied({ '/name': 0, '/note': false })).toEqual([]);
		expect(emptied(null)).toEqual(['name', 'note']);
	});

	test('are not in the place of which something else goes, as nothing is that still is the example', () => {
		const schema = ['/to/url', '/too'].map((id) => ({ id }));
		const example = { to: { url: 'a' }, too: 'b' };
		expect(emptiedTexts({ value: {}, schema }, example, '/to')).toEqual(['too']);
		expect(emptiedTexts({ value: {}, schema }, example, '/to/url')).toEqual(['too']);
		const value = { '/to/url': ['a'], '/too': ['b'] };
		expect(untouchedFields({ value, schema }, example, '/to')).toEqual(['too']);
		expect(untouchedFields({ value, schema }, example)).toEqual(['to.url', 'too']);
	});

	test('are not where the form shows no such field, or nobody fills it in', () => {
		const schema = [{ id: '/name', removed: true }];
		expect(emptied({}, { schema })).toEqual([]);
		expect(emptied({}, { schema: undefined })).toEqual([]);
		expect(emptied({}, { mappingMode: 'autoMapInputData' })).toEqual([]);
	});
});

describe("an example's text that n8n has made an expression of", () => {
	const refused = (example: string, written: unknown, mappingMode?: string) => () => {
		refuseExampleAsCode({ mappingMode, value: { '/zip': written } }, { zip: example });
	};

	test.each(['00700', '2026-01-31', '555-1234', 'Ada', 'Ada Lovelace', '2026-01-31T09:30:00Z'])(
		'is refused by the name of its field: %s',
		(example) => {
			const code = `{{ ${example} }}`;
			for (const written of [`=${code}`, code, `=${code}{{ $json.zip }}`, `=x ${code} `]) {
				const { message, description } = refusalOf(refused(example, written));
				expect(message).toMatch(/^The field "zip" has the example's text between \{\{ and \}\}/);
				expect(description).toContain('Empty the field');
			}
		},
	);

	test.each<[string, unknown]>([
		['00700', '={{ $json.zip }}'],
		['00700', '={{ "00700" }}'],
		['00700', '00700'],
		['00700', ['00700']],
		['00700', undefined],
		['$json.zip', '={{ $json.zip }}'],
		['', '={{  }}'],
	])('is none: of the example %s, %j', (example, written) => {
		expect(refused(example, written)).not.toThrow();
	});

	test('is not looked for where fields are mapped automatically', () => {
		expect(refused('Ada', '={{ Ada }}', 'autoMapInputData')).not.toThrow();
		expect(() => refuseExampleAsCode({ value: null }, EXAMPLE)).not.toThrow();
	});
});
