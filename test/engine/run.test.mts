/** What belongs to a whole run: the credential, and n8n's own settings of a node and a workflow. */
import type { INode, INodeParameters } from 'n8n-workflow';

import { faultyHttp, reply, serviceForEach } from './faultyService.mts';
import { runNode, TOKEN, type RunOptions } from './harness.mts';

/** Each flow answers with its context; with `reply` in it, with that. */
const service = serviceForEach((response, body) => {
	const { context } = JSON.parse(body) as { context: { reply?: unknown } };
	response.end(JSON.stringify(context.reply ?? context));
});

async function run(options: RunOptions = {}) {
	const result = await runNode({ url: service.url, ...options });
	return { ...result, shown: result.outputs[0]?.map(({ json }) => json) };
}

const items = [{ n: 1 }, { n: 2 }];

describe('the credential', () => {
	test.each([TOKEN, '={{ $vars.token }}'])(
		'is read once for all items when none of its fields uses the item: %s',
		async (accessToken) => {
			const { credentialReads, error, shown } = await run({ items, credential: { accessToken } });
			expect(error).toBeUndefined();
			expect(credentialReads).toBe(1);
			expect(shown).toEqual(items);
		},
	);

	test.each(['$json.', '$input.item.json.', '$("Start").item.json.'])(
		"that uses the item (%s) takes each item to its own customer's service",
		async (item) => {
			const other = await faultyHttp(reply(200));
			const urls = [service.url, other.url, service.url, service.url, other.url];
			await run({
				items: urls.map((url, n) => ({ n, url })),
				url: `={{ ${item}url }}`,
			});
			await other.close();
			const taken = ({ taken: bodies }: { taken: string[] }) =>
				bodies.map((body) => /"n":(\d)/.exec(body)?.[1]).sort();
			expect([taken(service), taken(other)]).toEqual([
				['0', '2', '3'],
				['1', '4'],
			]);
		},
	);
});

describe('Protect Production', () => {
	const runIn = async (environment: string, mode: RunOptions['mode'], more: INodeParameters = {}) =>
		await run({
			parameters: { options: { protectProduction: true }, ...more },
			credential: { environment },
			mode,
		});

	// n8n takes both for tests: it uses what is pinned.
	test.each(['manual', 'evaluation'] as const)(
		'stops a run of mode %s before anything is sent, and says how to go on',
		async (mode) => {
			const { error } = await runIn('production', mode);
			expect(error?.message).toMatch(/started by hand/);
			expect(error?.description).toMatch(/Select a QA credential.*Nothing was sent/);
			expect(service.taken).toEqual([]);
		},
	);

	test.each([
		['production', 'trigger', {}],
		['production', 'retry', {}],
		['production', 'integrated', {}],
		['qa', 'manual', {}],
		['production', 'manual', { options: {} }],
	] as const)('lets %s run with mode %s (%j)', async (environment, mode, more) => {
		expect((await runIn(environment, mode, more)).error).toBeUndefined();
		expect(service.taken).toHaveLength(1);
	});

	test('lets a manual run preview the production request', async () => {
		const { shown } = await runIn('production', 'manual', { operation: 'preview' });
		expect(shown?.[0]?.environment).toBe('Production');
		expect(service.taken).toEqual([]);
	});
});

test.each<[string, RunOptions, object[] | undefined, number]>([
	['execution order v0', { items, executionOrder: 'v0' }, items, 2],
	['Execute Once', { items, settings: { executeOnce: true } }, [{ n: 1 }], 1],
	[
		'Always Output Data and an answer without an item',
		{ items: [{ reply: [] }], settings: { alwaysOutputData: true } },
		[{}],
		1,
	],
	['an answer without an item', { items: [{ reply: [] }] }, [], 1],
	['no items', { items: [] }, undefined, 0],
	['pinned output', { items, pinned: [{ pinned: true }], mode: 'manual' }, [{ pinned: true }], 0],
	['Deactivate', { items, settings: { disabled: true } }, items, 0],
])('with %s', async (_what, options, expected, starts) => {
	const { error, hints, shown } = await run(options);
	expect(error).toBeUndefined();
	expect(hints).toEqual([]);
	expect(shown ?? []).toEqual(expected ?? []);
	expect(service.taken).toHaveLength(starts);
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
		expect(
			outputs.map((output) => output.map(({ json }) => json)).filter(({ length }) => length),
		).toEqual([[{ ...LIKE_A_FAILURE, statusCode: 200 }, { ok: true }]]);
		expect(service.taken).toHaveLength(2);
	},
);
