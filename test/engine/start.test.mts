/** What becomes of items: bad input, failures, previews, and n8n's own settings of a node and a workflow. */
import type { INodeParameters, IRunExecutionData } from 'n8n-workflow';

import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { reply, serviceForEach, statusByNumber } from './faultyService.mts';
import {
	CONTINUE_ON_ERROR,
	createExecuteContext,
	retry,
	runNode,
	type RunOptions,
	TOKEN,
} from './harness.mts';

/** Each flow answers with its context; with `reply` in it, with that. */
const service = serviceForEach((response, body) => {
	const { context } = JSON.parse(body) as { context: { reply?: unknown } };
	response.end(JSON.stringify(context.reply ?? context));
});

const run = async (options: RunOptions = {}) => await runNode({ url: service.url, ...options });

const items = [{ n: 1 }, { n: 2 }, { n: 3 }];
const oneByOne = { options: { concurrency: 1 } };

describe('an item that cannot be prepared', () => {
	test.each([
		[
			'a rule of the node',
			'={{ { n: $json.n === 3 ? NaN : $json.n } }}',
			/The field "n" is the number NaN/,
		],
		[
			'an expression that fails',
			'={{ { n: $json.n < 3 ? $json.n : $("No").item } }}',
			/Referenced node/,
		],
	])('is named, and no item is sent: %s', async (_why, contextJson, message) => {
		const parameters = { contextMode: 'json', contextJson, options: { concurrency: 1 } };
		const { error } = await run({ items, parameters });
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/^0 of 3 started\. /);
		expect(error?.description).toMatch(
			/Nothing was sent for this item\. QA: 0 started; 1 refused by the node: item 2; 2 not tried\./,
		);
		expect(error?.context.itemIndex).toBe(2);
		expect(service.received).toEqual([]);

		const { shown } = await run({ items, parameters, settings: CONTINUE_ON_ERROR });
		expect(shown[2]).toEqual({
			error: expect.stringMatching(message),
			details: { outcome: 'notSent', slug: 'order-1', attempts: 0 },
		});
		expect(service.numbers()).toEqual([1, 2]);
	});

	const fields = (contextFields: unknown) =>
		({ contextMode: 'fields', contextFields }) as INodeParameters;
	const form = (contextMapping: INodeParameters['contextMapping']) => ({
		contextMode: 'form',
		contextMapping,
	});

	test.each<[RunOptions, RegExp]>([
		[{ credential: { connectWith: 'request', request: 'Start this' } }, /Start Event Request/],
		[{ parameters: { flow: bySlug('={{ $json.missing }}') } }, /^No flow is chosen/],
		[{ parameters: fields('={{ "text" }}') }, /^The custom fields are .*text/],
		[{ parameters: form(undefined) }, /^The credential contains no example for this flow/],
		[{ parameters: { contextMode: 'none' } }, /Context/i],
		[{ parameters: { options: { idempotencyKeyField: 'a..b' } } }, /Idempotency Key Field/],
	])('gets a message that says what to do, and is not sent: %j', async (options, message) => {
		const { error } = await run({ items: [{ n: 1 }], ...options });
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(
			/\w.*\. Nothing was sent for this item\.(?: Environment: QA\.)?$/s,
		);
		expect(service.received).toEqual([]);
	});

	test('is refused by n8n itself where no flow is chosen', async () => {
		await expect(run({ parameters: { flow: bySlug('') } })).rejects.toThrow('"Flow" is required');
	});
});

describe('a start that fails', () => {
	test('stops the run with the reason, the answer of the service, and how to start the rest', async () => {
		const refusal = JSON.stringify({ message: `slug unknown; your token was ${TOKEN}` });
		service.answers(statusByNumber({ 2: 404 }, refusal));
		const { error } = await run({ items, parameters: oneByOne });
		expect(error?.message).toMatch(
			/^1 of 3 started\. No flow "order-1" in QA \(HTTP 404\): the flow was not started$/,
		);
		expect(error?.description).toMatch(
			/^The service said: “slug unknown; your token was \*\*\*”\. .* To start only the rest, retry execution [\w-]+ once, if n8n saved it\. QA: 1 started; 1 rejected: item 1 \(2\); 1 not tried\. See the page "Retries and duplicates"\.$/,
		);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.httpCode).toBe('404');
		expect(service.numbers()).toEqual([1, 2]);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'is an item of the documented shape with %s',
		async (onError) => {
			service.answers(statusByNumber({ 2: 500 }, '{"ok":true}'));
			const { outputs, hints } = await run({ items, parameters: oneByOne, settings: { onError } });
			const details = { outcome: 'unknown', slug: 'order-1', attempts: 1, statusCode: 500 };
			const failed = {
				error: 'The service failed (HTTP 500): the flow may have started',
				details: { ...details, body: { ok: true } },
			};
			const ok = [0, 2].map((item) => ({ json: { ok: true }, pairedItem: { item } }));
			expect(outputs).toEqual(
				onError === 'continueErrorOutput'
					? [ok, [expect.objectContaining({ json: { n: 2, ...failed } })]]
					: [[ok[0], { json: failed, pairedItem: { item: 1 } }, ok[1]]],
			);
			expect(hints).toEqual(['QA: 2 started; 1 may have started: item 1 (2)']);
		},
	);

	test.each([0, 2])(
		'has its own fields on the error branch, item %i, also while the input is pinned',
		async (at) => {
			const rows = [
				{ id: 1, name: 'a' },
				{ id: 2, name: 'b' },
				{ id: 3, name: 'c' },
			];
			service.answers((response, body, nth) =>
				reply(body.includes(`"id":${at + 1},`) ? 422 : 200, '{"ok":true}')(response, body, nth),
			);
			const { outputs } = await run({
				items: rows,
				mode: 'manual',
				settings: { onError: 'continueErrorOutput' },
			});
			const [answers, failures] = outputs;
			expect(answers?.map(({ json }) => json)).toEqual([{ ok: true }, { ok: true }]);
			expect(failures?.map(({ json }) => json)).toEqual([
				{
					...rows[at],
					error: expect.stringMatching(/did not accept the start/),
					details: expect.objectContaining({ outcome: 'rejected', statusCode: 422 }),
				},
			]);
		},
	);

	// Only this mark makes n8n 1.123 and 2.20 send an item with `details` to the error branch.
	test('is marked for the error branch, and a copy of its item is not', async () => {
		const n8n = await createExecuteContext(new AbortController().signal, {
			items: [{ json: {} }],
			credential: { accessToken: '' },
			settings: { onError: 'continueErrorOutput' },
		});
		const [[item] = []] = await new StartFlow().execute.call(n8n);
		expect(item?.error).toBeInstanceOf(Error);
		expect({ ...item }.error).toBeUndefined();
	});

	test('keeps its message where n8n would reword it (ENOENT in a slug)', async () => {
		service.answers(reply(404));
		const { error } = await run({ parameters: { flow: bySlug('ENOENT-1') } });
		expect(error?.message).toContain('"ENOENT-1"');
	});
});

test('Preview Request shows each request with the token masked, and sends nothing', async () => {
	const { outputs } = await run({ items, parameters: { operation: 'preview' } });
	expect(outputs[0]?.[1]).toMatchObject({
		json: {
			headers: { Authorization: 'Bearer <ACCESS_TOKEN>' },
			body: { slug: 'order-1', context: { n: 2 } },
		},
		pairedItem: { item: 1 },
	});
	expect(service.received).toEqual([]);
});

test('an operation that is an expression is refused', async () => {
	const { error } = await run({ items, parameters: { operation: "={{ 'start' }}" } });
	expect(error?.message).toContain('Operation has an unknown value');
	expect(service.received).toEqual([]);
});

test.each([
	[{}, 'Production: 3 started'],
	[{ operation: 'preview' }, 'Production: preview, nothing was sent'],
])('a run by hand says where it went (%j)', async (parameters, hint) => {
	const credential = { environment: 'production' };
	const byHand = await run({
		items,
		parameters: { options: { productionByHand: true }, ...parameters },
		credential,
		mode: 'manual',
	});
	expect(byHand.hints).toEqual([hint]);
});

describe('production by hand', () => {
	const BY_HAND = { options: { productionByHand: true } };

	const runIn = async (environment: string, mode: RunOptions['mode'], more: INodeParameters = {}) =>
		await run({ parameters: more, credential: { environment }, mode });

	// n8n treats both modes as tests: it uses pinned data.
	test.each(['manual', 'evaluation'] as const)(
		'is refused with mode %s before anything is sent, and the message says what to do',
		async (mode) => {
			for (const options of [{}, { productionByHand: false }]) {
				const { error } = await runIn('production', mode, { options });
				expect(error?.message).toMatch(
					/Production was not started: .* by hand.*Start Production by Hand is not on/,
				);
				expect(error?.description).toMatch(
					/Preview Request or a QA credential.*Published workflows .*add it.*Nothing was sent/,
				);
			}
			expect(service.received).toEqual([]);
		},
	);

	test.each([
		['production', 'trigger', {}],
		['production', 'retry', {}],
		['production', 'integrated', {}],
		['production', 'cli', {}],
		['qa', 'manual', {}],
		['production', 'manual', BY_HAND],
	] as const)('%s runs with mode %s (%j)', async (environment, mode, more) => {
		expect((await runIn(environment, mode, more)).error).toBeUndefined();
		expect(service.received).toHaveLength(1);
	});

	test('stays refused in the Retry of a run by hand, also where n8n does not tell how that began', async () => {
		const first = await runIn('production', 'manual');
		const saved = JSON.parse(first.saved()) as IRunExecutionData;
		// n8n 1.x does not have it.
		delete saved.executionData?.runtimeData;
		const inOldN8n = { ...first, saved: () => JSON.stringify(saved) };
		for (const execution of [first, inOldN8n]) {
			expect((await retry(execution)).error).toBeDefined();
		}
		expect(service.received).toEqual([]);
		expect((await retry(first, { parameters: BY_HAND })).error).toBeUndefined();
		expect(service.received).toHaveLength(1);
	});
});

test('an empty list as the answer does not end a loop', async () => {
	const many = [0, 1, 2, 3, 4].map((n) => ({ n, reply: n === 1 ? [] : [{ n }] }));
	const { error } = await run({ items: many, loopOver: 1 });
	expect(error).toBeUndefined();
	expect(service.numbers()).toEqual([0, 1, 2, 3, 4]);
});

test.each<[string, RunOptions, object[], number]>([
	['Execute Once', { items, settings: { executeOnce: true } }, [{ n: 1 }], 1],
	['no items', { items: [] }, [], 0],
])('n8n gives the expected items with %s', async (_what, options, expected, starts) => {
	const { error, hints, shown } = await run(options);
	expect(error).toBeUndefined();
	expect(hints).toEqual([]);
	expect(shown).toEqual(expected);
	expect(service.received).toHaveLength(starts);
});
