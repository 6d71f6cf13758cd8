/** What a person writes, and the context that the flow gets; docs/context.md shows the same. */
import nock from 'nock';
import type { INodeParameters } from 'n8n-workflow';

import { startStandIn, TOKENS, type StandIn } from '../../stand-in/server.mts';
import { FIELD_CASES, ITEM, JSON_CASES, WHOLE_CASES } from './contextCases.mts';
import { runNode } from './harness.mts';

let standIn: StandIn;

beforeAll(async () => {
	nock.restore();
	standIn = await startStandIn();
});

afterAll(async () => await standIn.close());

async function contextOf(parameters: INodeParameters): Promise<unknown> {
	const from = standIn.log.starts.length;
	const { error } = await runNode({
		items: [ITEM],
		parameters: { flow: 'slug', slug: 'echo-4kq7zt', ...parameters },
		credential: { environment: 'qa', baseUrl: standIn.urls.qa, accessToken: TOKENS.qa },
	});
	expect(error).toBeUndefined();
	const starts = standIn.log.starts.slice(from);
	expect(starts).toHaveLength(1);
	return starts[0]?.context;
}

test.each(FIELD_CASES)('Fields: $about', async ({ rows, context }) => {
	const assignments = rows.map(([name, type, value]) => ({ id: name, name, type, value }));
	const contextFields = { assignments } as INodeParameters;
	expect(await contextOf({ contextMode: 'fields', contextFields })).toEqual(context);
});

test.each(JSON_CASES)('JSON: $about', async ({ json, context }) => {
	expect(await contextOf({ contextMode: 'json', contextJson: json })).toEqual(context);
});

test.each(WHOLE_CASES)('$title', async ({ mode, context }) => {
	expect(await contextOf({ contextMode: mode })).toEqual(context);
});

test('Fields: the option Leave Out Empty Fields leaves out what holds nothing', async () => {
	const rows = [
		['name', 'string', '={{ $json.name }}'],
		['phone', 'string', '={{ $json.phone }}'],
		['note', 'string', ''],
		['age', 'number', ''],
		['seats', 'number', '={{ 0 }}'],
	];
	const assignments = rows.map(([name, type, value]) => ({ id: name, name, type, value }));
	const contextFields = { assignments } as unknown as INodeParameters;
	const options = { leaveOutEmpty: true };
	expect(await contextOf({ contextMode: 'fields', contextFields, options })).toEqual({
		name: 'Ada',
		seats: 0,
	});
});

test('Fields: a text in a switch is refused with the expression that fits', async () => {
	const { error } = await runNode({
		items: [{ newsletter: 'off' }],
		parameters: {
			flow: 'slug',
			slug: 'echo-4kq7zt',
			contextMode: 'fields',
			contextFields: {
				assignments: [{ id: '1', name: 'on', type: 'boolean', value: '={{ $json.newsletter }}' }],
			},
		},
		credential: { environment: 'qa', baseUrl: standIn.urls.qa, accessToken: TOKENS.qa },
	});
	expect(error?.description).toContain("{{ $json.newsletter === 'on' }}");
});
