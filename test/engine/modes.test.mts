/** The node under n8n's own settings of a node and a workflow. */
import nock from 'nock';
import type { INode, INodeParameters } from 'n8n-workflow';

import { faultyHttp, type FaultyService } from './faultyService.mts';
import { runNode, type RunOptions } from './harness.mts';

let service: FaultyService;

beforeAll(() => nock.restore());

// Every flow answers the context it was given; `reply` in it stands for the answer.
beforeEach(async () => {
	service = await faultyHttp((response, body) => {
		const { context } = JSON.parse(body) as { context: { reply?: unknown } };
		response.end(JSON.stringify(context.reply ?? context));
	});
});

afterEach(() => service.close());

const BY_ITEM: INodeParameters = { flow: 'slug', slug: 'order-1', contextMode: 'input' };

async function run(options: Partial<RunOptions> & Pick<RunOptions, 'items'>) {
	const result = await runNode({
		parameters: BY_ITEM,
		credential: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
		...options,
	});
	return { ...result, items: result.outputs[0]?.map(({ json }) => json) };
}

test.each(['v0', 'v1'] as const)('with execution order %s', async (executionOrder) => {
	const { items } = await run({ items: [{ n: 1 }, { n: 2 }], executionOrder });
	expect(items).toEqual([{ n: 1 }, { n: 2 }]);
	expect(service.taken).toHaveLength(2);
});

test('Execute Once starts the first item alone', async () => {
	const { items } = await run({ items: [{ n: 1 }, { n: 2 }], settings: { executeOnce: true } });
	expect(items).toEqual([{ n: 1 }]);
	expect(service.taken).toHaveLength(1);
});

test('Always Output Data gives an empty item where the answer gives none', async () => {
	const { items } = await run({ items: [{ reply: [] }], settings: { alwaysOutputData: true } });
	expect(items).toEqual([{}]);
	expect(service.taken).toHaveLength(1);
});

test('an empty answer array without it gives no item, and no failure', async () => {
	const { items, error } = await run({ items: [{ reply: [] }] });
	expect(error).toBeUndefined();
	expect(items ?? []).toEqual([]);
});

test('without items nothing is started', async () => {
	const { error } = await run({ items: [] });
	expect(error).toBeUndefined();
	expect(service.taken).toEqual([]);
});

test('with pinned output nothing is started', async () => {
	const { items } = await run({ items: [{ n: 1 }], pinned: [{ pinned: true }], mode: 'manual' });
	expect(items).toEqual([{ pinned: true }]);
	expect(service.taken).toEqual([]);
});

test('a disabled node starts nothing, and hands its items on', async () => {
	const { items } = await run({ items: [{ n: 1 }], settings: { disabled: true } });
	expect(items).toEqual([{ n: 1 }]);
	expect(service.taken).toEqual([]);
});

const LIKE_A_FAILURE = { error: 'none', message: 'fine' };

test.each<INode['onError']>(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'])(
	'with %s, an answer like a failure goes to the success branch, also with Retry On Fail',
	async (onError) => {
		const { outputs, error } = await run({
			items: [{ reply: LIKE_A_FAILURE }, { reply: { ok: true } }],
			settings: { onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(error).toBeUndefined();
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{ ...LIKE_A_FAILURE, statusCode: 200 },
			{ ok: true },
		]);
		expect(outputs[1] ?? []).toEqual([]);
		expect(service.taken).toHaveLength(2);
	},
);
