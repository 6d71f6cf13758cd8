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
