/** What becomes of items: starts, answers, failures, previews. */
import type { INodeExecutionData } from 'n8n-workflow';

import { TriggerFlow } from '../../nodes/TriggerFlow/TriggerFlow.node.ts';
import { bySlug } from '../parameters.mts';
import { contextOf, faultyHttp, reply, serviceForEach } from './faultyService.mts';
import { executeContext, runNode, TOKEN, type RunOptions } from './harness.mts';

/** Each flow answers with its own request. */
const service = serviceForEach((response, body) => response.end(body));

const run = async (options: RunOptions = {}) => await runNode({ url: service.url, ...options });

const items = [{ n: 1 }, { n: 2 }, { n: 3 }];
const oneByOne = { options: { concurrency: 1 } };

const jsons = (output: INodeExecutionData[] | undefined) => output?.map(({ json }) => json);

describe('answers', () => {
	test('each is paired with the item that started the flow, in input order', async () => {
		service.answers((response, body) => {
			response.end(contextOf(body).n === 2 ? '[{ "n": "2a" }, { "n": "2b" }]' : body);
		});
		const { outputs } = await run({ items });
		const pairs = outputs[0]?.map(({ pairedItem }) => pairedItem);
		expect(pairs).toEqual([0, 1, 1, 2].map((item) => ({ item })));
	});

	test('2,000 come out in input order, whatever their own order', async () => {
		let answerBefore = () => {};
		service.answers((response, body, nth) => {
			const answer = () => response.end(JSON.stringify(contextOf(body)));
			// Each second one is answered first.
			if (nth % 2 === 1) answerBefore = answer;
			else for (const one of [answer, answerBefore]) one();
		});
		const many = Array.from({ length: 2_000 }, (_, n) => ({ n }));
		const { outputs } = await run({ items: many, parameters: { options: { concurrency: 2 } } });
		expect(jsons(outputs[0])).toEqual(many);
	}, 120_000);

	test('one of 200,000 elements becomes as many items: the flow has started', async () => {
		service.answers(reply(200, JSON.stringify(Array(200_000).fill(1))));
		expect((await run()).outputs[0]).toHaveLength(200_000);
	}, 60_000);

	test('a web page in place of an answer is told in a hint', async () => {
		service.answers(reply(200, '<html>Sign in</html>', { 'content-type': 'text/html' }));
		const { outputs, hints } = await run();
		expect(jsons(outputs[0])).toEqual([{ data: '<html>Sign in</html>' }]);
		expect(hints).toEqual([expect.stringContaining('1 answered with a web page (HTML)')]);
	});
});

describe('an item that cannot be prepared', () => {
	test.each([
		['a rule that refuses it', '={{ { n: $json.n === 3 ? NaN : $json.n } }}', /^context\.n is/],
		[
			'an expression of n8n that fails',
			'={{ { n: $json.n < 3 || $("No").item } }}',
			/Referenced node/,
		],
	])('is named, and none of the others is sent: %s', async (_why, contextJson, message) => {
		const parameters = { contextMode: 'json', contextJson };
		const { error } = await run({ items, parameters });
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/ \[item 2\]$/);
		expect(error?.description).toContain('Nothing was sent for this item. Nor was anything sent');
		expect(error?.context.itemIndex).toBe(2);
		expect(service.taken).toEqual([]);

		const settings = { onError: 'continueRegularOutput' } as const;
		const { outputs } = await run({ items, parameters, settings });
		expect(outputs[0]?.[2]?.json).toEqual({
			error: expect.stringMatching(message),
			details: { outcome: 'notSent', slug: 'order-1', attempts: 0 },
		});
		expect(service.taken).toHaveLength(2);
	});

	test('is refused by n8n itself where no flow is chosen', async () => {
		await expect(run({ parameters: { flow: bySlug('') } })).rejects.toThrow('"Flow" is required');
	});
});

describe('failures', () => {
	const BUSY = { cause: 'rate-limited', retryAfterMs: 0 };

	test('stop the run with what happened, what the service said, and how to start the rest', async () => {
		const refusal = JSON.stringify({ message: `slug unknown; your token was ${TOKEN}` });
		service.answers((response, body, nth) =>
			reply(nth === 2 ? 404 : 200, refusal)(response, body, nth),
		);
		const { error } = await run({ items, parameters: oneByOne });
		expect(error?.message).toMatch(
			/^1 of 3 started\. There is no flow "order-1" in the QA environment.* \(HTTP 404\): the flow was not started \[item 1\]$/,
		);
		expect(error?.description).toMatch(
			/^Environment: QA\. All items: 1 started, 1 rejected, 1 not begun\. To start only the rest, use "Retry with currently saved workflow" on execution [\w-]+ in the Executions tab, once\..* The service said: slug unknown; your token was \*\*\*/,
		);
		expect(error?.context.itemIndex).toBe(1);
		expect(error?.httpCode).toBe('404');
		expect(service.taken).toHaveLength(2);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'are items of the documented shape with %s',
		async (onError) => {
			service.answers((response, body, nth) =>
				reply(nth === 2 ? 500 : 200, nth === 2 ? 'Oops' : '{"ok":true}')(response, body, nth),
			);
			const { outputs, hints } = await run({ items, parameters: oneByOne, settings: { onError } });
			const failed = {
				error: 'The service failed (HTTP 500): the flow may have started',
				details: {
					outcome: 'unknown',
					slug: 'order-1',
					attempts: 1,
					statusCode: 500,
					body: 'Oops',
				},
			};
			const ok = [0, 2].map((item) => ({ json: { ok: true }, pairedItem: { item } }));
			expect(outputs).toEqual(
				onError === 'continueErrorOutput'
					? [ok, [expect.objectContaining({ json: { n: 2, ...failed } })]]
					: [[ok[0], { json: failed, pairedItem: { item: 1 } }, ok[1]]],
			);
			expect(hints).toEqual(['QA: 2 started, 1 may have started']);
		},
	);

	// n8n 1.123 and 2.20 take an item with `details` to the error branch by this mark alone.
	test('are marked for the error branch, and their copies in it are not', async () => {
		const context = await executeContext(new AbortController().signal, {
			items: [{ json: {} }],
			credential: { accessToken: '' },
			settings: { onError: 'continueErrorOutput' },
		});
		const [[item] = []] = await new TriggerFlow().execute.call(context);
		expect(item?.error).toBeInstanceOf(Error);
		expect({ ...item }.error).toBeUndefined();
	});

	test.each<[number, object | undefined, RegExp]>([
		[401, { cause: 'credential-invalid' }, /access token of the QA credential was not accepted/],
		[429, BUSY, /too many starts at once/],
		[500, undefined, /may have started/],
	])(
		'%i is not sent again, and its cause is told in n8n’s words',
		async (status, failure, said) => {
			service.answers(reply(status, '', { 'retry-after': '0' }));
			const { error } = await run({ parameters: { options: { maxRetries: 0 } } });
			expect(error?.message).toMatch(said);
			expect(error?.failure).toEqual(failure);
			expect(service.taken).toHaveLength(1);
		},
	);

	test('of a credential are told as such before anything is sent', async () => {
		const { error } = await run({ credential: { accessToken: '' } });
		expect(error?.failure).toEqual({ cause: 'credential-invalid' });
	});

	test.each([301, 302, 303, 307, 308])(
		'a %i is not followed, and the token goes nowhere else',
		async (status) => {
			const elsewhere = await faultyHttp(reply(200));
			service.answers(reply(status, '', { location: elsewhere.url }));
			const { error } = await run();
			await elsewhere.close();
			expect(error?.message).toMatch(/redirect, which is not followed/);
			expect(service.taken).toHaveLength(1);
			expect(elsewhere.taken).toEqual([]);
		},
	);

	test('a message that n8n would reword (ENOENT in a slug) stays as it is', async () => {
		service.answers(reply(404));
		const { error } = await run({ parameters: { flow: bySlug('ENOENT-1') } });
		expect(error?.message).toContain('"ENOENT-1"');
	});
});

test('Preview Request shows each request with the token masked, and sends nothing', async () => {
	const { outputs } = await run({ items, parameters: { operation: 'preview' } });
	expect(jsons(outputs[0])?.[1]).toMatchObject({
		environment: 'QA',
		method: 'PUT',
		url: service.url,
		headers: { Authorization: 'Bearer <ACCESS_TOKEN>', 'Content-Type': 'application/json' },
		body: { slug: 'order-1', context: { n: 2 } },
	});
	expect(JSON.stringify(outputs)).not.toContain(TOKEN);
	expect(service.taken).toEqual([]);
});

describe.each(['__CUSTOM_API_CALL__', 'stop', "={{ 'start' }}"])(
	'%s, which is no operation, starts nothing',
	(operation) => {
		test('stops the run', async () => {
			const { error } = await run({ parameters: { operation } });
			expect(error?.message).toBe('This node does not have the selected operation');
			expect(service.taken).toEqual([]);
		});

		// Thrown, the refusal would let n8n hand the input items on as if they had been started.
		test('fails every item where the node continues', async () => {
			const settings = { onError: 'continueErrorOutput' } as const;
			const { outputs } = await run({ items, parameters: { operation }, settings });
			expect(outputs[0]).toEqual([]);
			expect(jsons(outputs[1])).toMatchObject(
				items.map(() => ({ details: { outcome: 'notSent' } })),
			);
			expect(service.taken).toEqual([]);
		});
	},
);
