/** What becomes of items: bad input, failures, previews, and n8n's own settings of a node and a workflow. */
import { randomUUID } from 'node:crypto';

import type { INodeParameters, IRunExecutionData } from 'n8n-workflow';

import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { KnownServices } from '../../nodes/StartFlow/send/knownServices.ts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { contextOf, reply, serviceForEach, statusByNumber } from './faultyService.mts';
import {
	CONTINUE_ON_ERROR,
	createExecuteContext,
	retry,
	runNode,
	type RunOptions,
	TOKEN,
	withSaved,
} from './harness.mts';

/** Each flow answers with its context. */
const service = serviceForEach((response, body) => response.end(JSON.stringify(contextOf(body))));

const run = async (options: RunOptions = {}) => await runNode({ url: service.url, ...options });

const items = [{ n: 1 }, { n: 2 }, { n: 3 }];
const oneByOne = { options: { concurrency: 1 } };

test('an item that cannot be prepared is named, and no item is sent', async () => {
	const contextJson = '={{ { n: $json.n === 3 ? NaN : $json.n } }}';
	const parameters = { contextMode: 'json', contextJson, ...oneByOne };
	const { error } = await run({ items, parameters });
	expect(error?.message).toMatch(/^0 of 3 started\. The field "n" is the number NaN/);
	expect(error?.description).toContain(
		'if n8n saved it. See the page "Retries and duplicates". QA: 0 started; 1 refused by the node: item 2 (NaN); 2 not tried.',
	);
	expect(error?.context.itemIndex).toBe(2);
	expect(service.received).toEqual([]);

	const { shown } = await run({ items, parameters, settings: CONTINUE_ON_ERROR });
	const reason = expect.stringMatching(/^The field "n" is the number NaN/);
	const details = { outcome: 'notSent', slug: 'order-1', attempts: 0, reason };
	expect(shown[2]).toEqual({ error: reason, details });
	expect(service.numbers()).toEqual([1, 2]);
});

test.each([
	['={{ $json.slug }}', 'so correct wrong items and run the workflow again'],
	[' ', 'Then retry execution'],
])('a wrong slug is the fault of an item only if it gave the slug: %p', async (slug, advice) => {
	const { error } = await run({
		items: [{ slug: '' }, { slug: 'order-1' }],
		parameters: { flow: bySlug(slug) },
	});
	expect(error?.description).toContain(advice);
});

test('a bug of the node is told as one: nothing is sent, no person is blamed, and its cause is logged', async () => {
	const n8n = await createExecuteContext({
		url: service.url,
		items: [{ json: { slug: 'order-1' } }, { json: { slug: '' } }],
		parameters: { flow: bySlug('={{ $json.slug }}') },
		settings: CONTINUE_ON_ERROR,
	});
	const log = jest.spyOn(n8n.logger, 'error').mockImplementation(() => {});
	const bug = new TypeError(`Cannot read properties of '${TOKEN}'`);
	n8n.getWorkflowSettings = () => {
		throw bug;
	};
	const [[item] = []] = await new StartFlow().execute.call(n8n);
	const error = 'The node itself failed';
	const details = { outcome: 'notSent', slug: 'order-1', attempts: 0, reason: error };
	expect(item?.json).toEqual({ error, details });
	expect(service.received).toEqual([]);
	const logged = expect.stringMatching(/Cannot read properties of '\*\*\*'/);
	// The other item is refused because of its slug.
	expect(log.mock.calls).toEqual([[logged]]);
	log.mockRestore();
});

describe('a start that fails', () => {
	test('stops the run with the reason, the answer of the service, and how to start the rest', async () => {
		const refusal = JSON.stringify({ message: `slug unknown; your token was ${TOKEN}` });
		service.answers(statusByNumber({ 2: 404 }, refusal));
		const { error, saved } = await run({ items, parameters: oneByOne });
		expect(error?.message).toMatch(
			/^1 of 3 started\. No flow "order-1" in QA \(HTTP 404\): the flow was not started$/,
		);
		expect(error?.description).toMatch(
			/^The service said: “slug unknown; your token was \*\*\*”\. Execute step would start all again\. .* For the rest, keep Context unchanged and retry execution [\w-]+ once, if n8n saved it\. See the page "Retries and duplicates"\. QA: 1 started; 1 rejected: item 1 \(2\); 1 not tried\.$/,
		);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.httpCode).toBe('404');
		// n8n's editor shows this under "Error data".
		const reason = 'slug unknown; your token was ***';
		const details = { outcome: 'rejected', slug: 'order-1', attempts: 1, reason, statusCode: 404 };
		const { resultData } = JSON.parse(saved()) as IRunExecutionData;
		expect(resultData.error?.context?.data).toEqual({ ...details, body: { message: reason } });
		expect(saved()).not.toContain(TOKEN);
		expect(service.numbers()).toEqual([1, 2]);
	});

	test('is named if it ended the run, not one before it that waited for its next attempt', async () => {
		const busy = reply(429, '', { 'retry-after': '100' });
		service.answers((response, body, nth) => {
			if (contextOf(body).n === 1) busy(response, body, nth);
			else response.writeHead(400).end();
		});
		const { error } = await run({ items: items.slice(0, 2) });
		expect(error?.message).toContain('HTTP 400');
		expect(error?.context.itemIndex).toBe(1);
	});

	// n8n reads pinned input in a run by hand.
	test.each([
		['continueRegularOutput', 'trigger'],
		['continueErrorOutput', 'trigger'],
		['continueErrorOutput', 'manual'],
	] as const)('is an item of the documented shape: %s, %s', async (onError, mode) => {
		service.answers(statusByNumber({ 2: 500 }, '{"ok":true}'));
		const settings = { onError };
		// An error branch may have led them back.
		const ledBack = { error: 'old', details: { outcome: 'notStarted', body: 'old' } };
		const again = items.map((item) => ({ ...item, ...ledBack }));
		const { outputs, hints } = await run({ items: again, parameters: oneByOne, settings, mode });
		const details = { outcome: 'unknown', slug: 'order-1', attempts: 1, statusCode: 500 };
		const failed = {
			error: 'The service failed (HTTP 500): the flow may have started',
			details: { ...details, body: { ok: true }, reason: '{"ok":true}' },
		};
		const ok = [0, 2].map((item) => ({ json: { ok: true }, pairedItem: { item } }));
		expect(outputs).toEqual(
			onError === 'continueErrorOutput'
				? [ok, [expect.objectContaining({ json: { n: 2, ...failed }, pairedItem: 1 })]]
				: [[ok[0], { json: failed, pairedItem: { item: 1 } }, ok[1]]],
		);
		expect(hints).toEqual(['QA: 2 started; 1 may have started: item 1 (old)']);
	});

	test('keeps its message where n8n would reword it (ENOENT in a slug), without HTML', async () => {
		service.answers(reply(404));
		const { error } = await run({ parameters: { flow: bySlug('ENOENT-<b>') } });
		expect(error?.message).toContain('"ENOENT-‹b›"');
	});
});

test('Preview Request shows each request with the token masked, and sends nothing, in production too', async () => {
	const { outputs, hints } = await run({
		items,
		parameters: { operation: 'preview' },
		credential: { environment: 'production' },
		mode: 'manual',
	});
	expect(outputs[0]?.[1]).toEqual({
		json: {
			body: { slug: 'order-1', context: { n: 2 } },
			environment: 'Production',
			method: 'PUT',
			url: service.url,
			headers: { Authorization: 'Bearer <ACCESS_TOKEN>', 'Content-Type': 'application/json' },
		},
		pairedItem: { item: 1 },
	});
	expect(hints).toEqual(['Production: preview, nothing was sent']);
	expect(service.received).toEqual([]);
});

test.each(['trigger', 'cli'] as const)('a preview that is not by hand fails: %s', async (mode) => {
	const parameters = { operation: 'preview' };
	const { error } = await run({ items, parameters, mode });
	expect(error?.message).toBe('Nothing was started: Operation is Preview Request');
	expect(error?.description).toMatch(/ retry execution [\w-]+, if n8n saved it\./);
	const { shown } = await run({ items, parameters, mode, settings: CONTINUE_ON_ERROR });
	expect(shown.map((item) => item.error)).toEqual(Array(3).fill(error?.message));
});

test('a bug of the node while it sends leaves each start as one that may have happened', async () => {
	const { get } = KnownServices.prototype;
	const spy = jest.spyOn(KnownServices.prototype, 'get');
	spy.mockImplementation(function (this: KnownServices, start) {
		if (spy.mock.calls.length > 1) throw new TypeError('bug');
		return get.call(this, start);
	});
	const first = await run({ items, parameters: oneByOne });
	jest.restoreAllMocks();
	expect(first.error?.message).toBe(
		'3 of 3 may have started. The node itself failed: the flow may have started',
	);
	await retry(first);
	expect(service.numbers()).toEqual([1]);
});

describe('production by hand', () => {
	const BY_HAND = { options: { productionByHand: true } };

	const runIn = async (environment: string, mode: RunOptions['mode'], more: INodeParameters = {}) =>
		await run({ parameters: more, credential: { environment }, mode });

	const NOT_ON = [{}, { options: { productionByHand: false } }, { operation: 'startAndWait' }];

	test.each(NOT_ON)('is refused, with advice: %j', async (parameters) => {
		const { error } = await runIn('production', 'manual', parameters);
		expect(error?.message).toMatch(
			/Production was not started: .* by hand.*Start Production by Hand is not on/,
		);
		expect(error?.description).toMatch(
			/Nothing was sent.*Preview Request or a QA credential.*Published workflows .*add it/,
		);
		expect(service.received).toEqual([]);
	});

	test.each([
		['production', 'trigger', {}],
		['qa', 'manual', {}],
		['production', 'manual', BY_HAND],
	] as const)('%s runs with mode %s (%j)', async (environment, mode, more) => {
		expect((await runIn(environment, mode, more)).error).toBeUndefined();
		expect(service.received).toHaveLength(1);
	});

	test('stays refused in the Retry of a run by hand, also where n8n does not tell how that began', async () => {
		const first = await runIn('production', 'manual');
		// n8n 1.x does not have it.
		const inOldN8n = withSaved(first, (saved) => delete saved.executionData?.runtimeData);
		for (const execution of [first, inOldN8n]) {
			expect((await retry(execution)).error).toBeDefined();
		}
		expect(service.received).toEqual([]);
		expect((await retry(first, { parameters: BY_HAND })).error).toBeUndefined();
		expect(service.received).toHaveLength(1);
	});
});

test('a Retry-After holds back a later execution of another flow of the account, too', async () => {
	const sentAt: number[] = [];
	service.answers((response, body, nth) => {
		sentAt.push(performance.now());
		const tooMany = reply(429, '{}', { 'retry-after': '2' });
		(nth <= 2 ? tooMany : reply(200))(response, body, nth);
	});
	// What is known of a flow lasts longer than a test.
	const [one, other] = [bySlug(randomUUID()), bySlug(randomUUID())];
	await run({ parameters: { flow: other, options: { maxRetries: 0 } } });
	await run({ parameters: { flow: one, options: { maxRetries: 0 } } });
	const { hints } = await run({ parameters: { flow: other } });
	expect(sentAt).toHaveLength(3);
	expect((sentAt[2] ?? 0) - (sentAt[1] ?? 0)).toBeGreaterThan(1_900);
	expect(hints).toEqual([]);
});
