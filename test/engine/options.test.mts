/** An option that holds an expression is each item's own, as n8n's own nodes have it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { contextOf, reply, serviceForEach } from './faultyService.mts';
import { runNode, type RunOptions } from './harness.mts';

const service = serviceForEach();

/** A run that goes on after failures. */
async function run(items: IDataObject[], options: INodeParameters, more: RunOptions = {}) {
	const { outputs, error } = await runNode({
		url: service.url,
		items,
		parameters: { options },
		settings: { onError: 'continueRegularOutput' },
		...more,
	});
	return { error, shown: outputs[0]?.map(({ json }) => json) };
}

const timesSent = (items: Array<{ name: string }>) =>
	items.map(({ name }) => service.contexts().filter((context) => context.name === name).length);

const AGAIN = [
	{ name: 'safe', again: true },
	{ name: 'order', again: false },
	{ name: 'safe, as text', again: 'true' },
	{ name: 'order, as text', again: 'false' },
	{ name: 'nothing', again: null },
	{ name: 'unclear', again: 'no' },
];

test('Retry Uncertain Starts sends again only the starts of the items that say so', async () => {
	service.answers(reply(500));
	const { shown } = await run(AGAIN, { retryUnknown: '={{ $json.again }}', maxRetries: 1 });
	expect(timesSent(AGAIN)).toEqual([2, 1, 2, 1, 0, 0]);
	expect(shown?.at(-1)?.error).toMatch(/^The option Retry Uncertain Starts is the text "no"/);
});

test('under Retry On Fail, it does so for no other item either', async () => {
	service.answers(reply(500));
	const items = AGAIN.slice(0, 2);
	await run(
		items,
		{ retryUnknown: '={{ $json.again }}', maxRetries: 0, concurrency: 1 },
		{ settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
	);
	expect(timesSent(items)).toEqual([3, 0]);
});

test('Max Retries is as many as the item says', async () => {
	service.answers(reply(429, '', { 'retry-after': '0' }));
	const items = [0, 1].map((retries) => ({ name: `${retries}`, retries }));
	await run(items, { maxRetries: '={{ $json.retries }}' });
	expect(timesSent(items)).toEqual([1, 2]);
});

test('Timeout is as long as the item says', async () => {
	// The patient one is answered when the other has given up: with one time-out for both it cannot be.
	let giveUp = () => {};
	const givenUp = new Promise<void>((resolve) => (giveUp = resolve));
	service.answers((response, body) => {
		if (contextOf(body).timeout === 60_000) void givenUp.then(() => response.end('{"ok":true}'));
		// On a busy machine it may have gone already.
		else if (response.destroyed) giveUp();
		else response.on('close', giveUp);
	});
	const items = [{ timeout: 60_000 }, { timeout: 500 }];
	const { shown } = await run(items, { timeout: '={{ $json.timeout }}' });
	expect(shown).toEqual([
		{ ok: true },
		{
			error: expect.stringContaining('did not answer in time'),
			details: { outcome: 'unknown', slug: 'order-1', attempts: 1 },
		},
	]);
});

test('the answer is laid out as the item says', async () => {
	service.answers(reply(200, '{"n":1}'));
	const items = [
		{ format: 'text', keep: 'true' },
		{ format: 'json', keep: 'false' },
	];
	const { shown } = await run(items, {
		responseFormat: '={{ $json.format }}',
		includeInput: '={{ $json.keep }}',
	});
	expect(shown).toEqual([{ ...items[0], data: '{"n":1}' }, { n: 1 }]);
});

test('the idempotency key goes where the item says', async () => {
	await run([{ at: 'a.key' }, { at: 'b.key' }], {
		idempotencyKeyField: '={{ $json.at }}',
		concurrency: 1,
	});
	const keys = service.contexts().map(({ a, b }) => [a, b]);
	const key = { key: expect.stringMatching(/^[\da-f]{64}$/) };
	expect(keys).toEqual([
		[key, undefined],
		[undefined, key],
	]);
});

test.each(['={{ $json.name === "test" }}', '={{ `${$json.name === "test"}` }}'])(
	'Protect Production refuses the items that say so: %s',
	async (protectProduction) => {
		const { shown } = await run(
			[{ name: 'test' }, { name: 'real' }],
			{ protectProduction },
			{ credential: { environment: 'production' }, mode: 'manual' },
		);
		expect(service.contexts()).toEqual([{ name: 'real' }]);
		expect(shown?.[0]).toMatchObject({ details: { outcome: 'notSent' } });
	},
);

describe('an option that is none', () => {
	const items = [{ retries: 'many' }, { retries: 0 }, { retries: -1 }];
	const options = { maxRetries: '={{ $json.retries }}' };

	test('fails its item, and the others are started', async () => {
		const { shown } = await run(items, options);
		expect(service.contexts()).toEqual([{ retries: 0 }]);
		const refused = (found: string) => ({
			error: `The option Max Retries is ${found}, but has to be a number of 0 or more`,
			details: { outcome: 'notSent', slug: 'order-1', attempts: 0 },
		});
		expect(shown).toEqual([refused('the text "many"'), {}, refused('the number -1')]);
	});

	test('stops the run before anything is sent, where the node does not continue', async () => {
		const { error } = await run(items.slice(1), options, { settings: {} });
		expect(error?.message).toMatch(/^The option Max Retries is the number -1.* \[item 1\]$/);
		expect(service.taken).toEqual([]);
	});
});
