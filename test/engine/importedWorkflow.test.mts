/** What only a workflow can hold that somebody has written by hand: n8n's editor lets nobody type it in. */
import nock from 'nock';
import type { INodeParameters } from 'n8n-workflow';

import { faultyHttp, type FaultyService } from './faultyService.mts';
import { runNode } from './harness.mts';

let service: FaultyService;

beforeAll(() => nock.restore());
beforeEach(async () => {
	service = await faultyHttp((response) => response.writeHead(202).end('{}'));
});
afterEach(async () => await service.close());

async function run(parameters: INodeParameters) {
	const { error } = await runNode({
		items: [{ n: 1 }],
		parameters: { flow: 'slug', slug: 'order-1', contextMode: 'input', ...parameters },
		credential: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
	});
	return error?.message;
}

test.each(['preview', 'start', 'startAndWait'])(
	'an operation that is an expression is none, whatever it gives: %s',
	async (operation) => {
		expect(await run({ operation: `={{ '${operation}' }}` })).toBe(
			'The selected operation is not one that this node has',
		);
		expect(service.taken).toEqual([]);
	},
);

test.each<[string, INodeParameters[string]]>([
	['an id that its author knows', { id: 'known', layout: {}, statusCode: 200, input: {} }],
	['an expression that gives one', "={{ { id: 'known', layout: {}, statusCode: 200 } }}"],
	['nothing', ''],
])(
	'a wait that would take another callback than its own is not begun: %s',
	async (_what, pending) => {
		expect(await run({ operation: 'startAndWait', pendingCallback: pending })).toBe(
			'The node would take a callback that belongs to no start of its own: its hidden parameter pendingCallback was changed',
		);
		expect(service.taken).toEqual([]);
	},
);

test('a wait as every editor stores it is begun', async () => {
	const pendingCallback = '={{ $input.item.pairedItem.callback }}';
	expect(await run({ operation: 'startAndWait', pendingCallback })).toBeUndefined();
	expect(await run({ operation: 'startAndWait' })).toBeUndefined();
	expect(service.taken).toHaveLength(2);
});

const FIELD = { id: '1', name: 'a', value: 'b', type: 'string' };

test.each<[string, unknown]>([
	['a list', [FIELD]],
	['the shape of another node', { values: { string: [{ name: 'a', value: 'b' }] } }],
	['fields of other names', { fields: [FIELD] }],
	['one field', { assignments: FIELD }],
	['a text', 'a=b'],
	['nothing in their place', { assignments: null }],
	['an expression that gives a text', '={{ "a=b" }}'],
	['an expression that gives nothing', '={{ $json.missing }}'],
	['an expression that gives another shape', '={{ { values: [] } }}'],
])(
	'Fields in a shape that is none are not taken for no fields: %s',
	async (_what, contextFields) => {
		const parameters = { contextMode: 'fields', contextFields } as INodeParameters;
		expect(await run(parameters)).toMatch(
			/^The Fields of the context are .*, but have to be a list/,
		);
		expect(service.taken).toEqual([]);
	},
);

test.each<[string, unknown, object]>([
	[
		'an expression',
		`={{ { assignments: [{ name: 'a', value: $json.n, type: 'number' }] } }}`,
		{ a: 1 },
	],
	[
		'an expression within',
		{ assignments: `={{ [{ name: 'a', value: $json.n, type: 'number' }] }}` },
		{ a: 1 },
	],
	['as the editor stores them', { assignments: [FIELD] }, { a: 'b' }],
	['without any', {}, {}],
	['without any, once there were some', { assignments: [] }, {}],
])('Fields are what they say: %s', async (_what, contextFields, context) => {
	expect(await run({ contextMode: 'fields', contextFields } as INodeParameters)).toBeUndefined();
	expect(service.taken).toEqual([JSON.stringify({ slug: 'order-1', context })]);
});
