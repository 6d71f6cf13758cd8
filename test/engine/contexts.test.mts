/** What a person writes, and the context that the flow gets. */
import type { INodeParameters } from 'n8n-workflow';

import { FIELD_CASES, ITEM, JSON_CASES } from './contextCases.mts';
import { serviceForEach } from './faultyService.mts';
import { runNode } from './harness.mts';

const service = serviceForEach();

async function contextOf(parameters: INodeParameters, item: object = ITEM): Promise<unknown> {
	const items = [{ ...item }];
	const { error } = await runNode({ url: service.url, items, parameters });
	expect(error).toBeUndefined();
	expect(service.taken).toHaveLength(1);
	return service.contexts()[0];
}

const fields = (assignments: unknown) =>
	({ contextMode: 'fields', contextFields: { assignments } }) as INodeParameters;

test.each(FIELD_CASES)('Custom Fields: $about', async ({ rows, context }) => {
	const assignments = rows.map(([name, type, value]) => ({ id: name, name, type, value }));
	expect(await contextOf(fields(assignments))).toEqual(context);
});

test.each(JSON_CASES)('JSON: $about', async ({ json, context }) => {
	expect(await contextOf({ contextMode: 'json', contextJson: json })).toEqual(context);
});

test('Entire Input Item is all of it', async () => {
	expect(await contextOf({ contextMode: 'input' })).toEqual(ITEM);
});

test('a date of n8n becomes its ISO text, and a big number stays as n8n holds it', async () => {
	const contextJson =
		'={{ { big: $json.big, at: DateTime.fromISO("2026-02-03T04:05:06.000Z", { zone: "utc" }) } }}';
	const parameters = { contextMode: 'json', contextJson };
	expect(await contextOf(parameters, { big: 9007199254740993 })).toEqual({
		big: 9007199254740992,
		at: '2026-02-03T04:05:06.000Z',
	});
});

// n8n's editor writes none of these, and people who generate workflows do.
const FIELD = { name: 'a', type: 'number', value: '={{ $json.n }}' };

test.each<[string, unknown]>([
	['an expression', `={{ { assignments: [{ name: 'a', type: 'number', value: $json.n }] } }}`],
	['a name by expression', { assignments: [{ ...FIELD, name: "={{ 'a' }}" }] }],
])('Custom Fields are what they say: %s', async (_what, contextFields) => {
	const parameters = { contextMode: 'fields', contextFields } as INodeParameters;
	expect(await contextOf(parameters, { n: 1 })).toEqual({ a: 1 });
});

test.each<[string, unknown]>([
	['a list', [FIELD]],
	['the shape of another node', { fields: [FIELD] }],
	['one field', { assignments: FIELD }],
	['text', 'a=b'],
	['an expression within', { assignments: '={{ [] }}' }],
	['nothing in their place', { assignments: null }],
	['an expression that gives nothing', '={{ $json.missing }}'],
	['an expression that gives another shape', '={{ { values: [] } }}'],
])('Custom Fields of another shape are not taken for none: %s', async (_what, contextFields) => {
	const parameters = { contextMode: 'fields', contextFields } as INodeParameters;
	const { error } = await runNode({ url: service.url, parameters });
	expect(error?.message).toMatch(/^The custom fields are .*, but have to be a list/);
	expect(service.taken).toEqual([]);
});
