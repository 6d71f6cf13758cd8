/** Retry On Fail runs the whole node again. The service counts the starts, and none is made twice. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { contextOf, reply, serviceForEach } from './faultyService.mts';
import { NODE, runNode, TOKEN, type RunOptions, type RunResult } from './harness.mts';

const service = serviceForEach();

/** How often each item was sent, by its number. */
function timesSent(): number[] {
	const times: number[] = [];
	for (const { n } of service.contexts()) times[Number(n)] = (times[Number(n)] ?? 0) + 1;
	return times;
}

const numbered = (count: number): IDataObject[] => Array.from({ length: count }, (_, n) => ({ n }));

const run = async ({ settings, ...options }: RunOptions = {}): Promise<RunResult> =>
	await runNode({
		url: service.url,
		items: numbered(4),
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, ...settings },
		...options,
	});

/** What each number is answered; the others are started. */
function answer(statuses: Record<number, number>, body = '{}'): void {
	service.answers((response, request, nth) => {
		reply(statuses[Number(contextOf(request).n)] ?? 200, body)(response, request, nth);
	});
}

const kept = ({ run: saved }: RunResult) =>
	saved.data.executionData?.contextData[`node:${NODE}`] as { triggerFlow?: unknown } | undefined;

test('a rejected item is tried each time, and the others are started once', async () => {
	answer({ 2: 422 });
	const { error } = await run();
	expect(timesSent()).toEqual([1, 1, 3, 1]);
	expect(error?.description).toContain(
		'0 started, 1 rejected; 3 were started earlier and not sent again',
	);
});

test('an item that may have started is sent once, and the next try says why not again', async () => {
	answer({ 2: 500 });
	const { error } = await run();
	expect(timesSent()).toEqual([1, 1, 1, 1]);
	expect(error?.message).toMatch(
		/^3 of 4 started\. The service failed \(HTTP 500\): the flow may have started in an earlier try.* \[item 2\]$/,
	);
});

test('with Retry Uncertain Starts, it is sent again', async () => {
	answer({ 2: 500 });
	await run({ parameters: { options: { retryUnknown: true, maxRetries: 0 } } });
	expect(timesSent()).toEqual([1, 1, 3, 1]);
});

function circle(): object {
	const ring: { ring?: object } = {};
	ring.ring = ring;
	return ring;
}

// A node before may have put something into the item that JSON cannot hold.
test.each([
	['a BigInt', { n: 0, rest: 1n }],
	['a circle', Object.assign({ n: 0 }, circle())],
])('an item with %s beside what is sent is sent once', async (_what, item) => {
	answer({ 0: 500 });
	const { error } = await run({
		items: [item as unknown as IDataObject],
		parameters: { contextMode: 'json', contextJson: '={{ { n: $json.n } }}' },
	});
	expect(timesSent()).toEqual([1]);
	expect(error?.message).toMatch(/may have started in an earlier try/);
});

test('what failed in the first try and goes well in the second gives all answers, in order', async () => {
	service.answers((response, body, nth) => {
		const { n } = contextOf(body);
		const isFirst = service.contexts().filter((context) => context.n === n).length === 1;
		reply(n === 1 && isFirst ? 422 : 200, `{"answer":${String(n)}}`)(response, body, nth);
	});
	const result = await run();
	expect(result.error).toBeUndefined();
	expect(result.outputs[0]?.map(({ json }) => json.answer)).toEqual([0, 1, 2, 3]);
	expect(timesSent()).toEqual([1, 2, 1, 1]);
	expect(kept(result)?.triggerFlow).toBeUndefined();
});

test.each(['""', '0', '[]', '"x"'])(
	'an answer {"error": %s} makes n8n run the node again: nothing is started twice',
	async (error) => {
		answer({}, `{"error":${error},"kept":true}`);
		expect((await run()).outputs[0]).toHaveLength(4);
		expect(timesSent()).toEqual([1, 1, 1, 1]);
	},
);

test('items that fail while the node continues are tried again, the others are not', async () => {
	answer({ 0: 422 });
	const { outputs } = await run({ settings: { onError: 'continueRegularOutput' } });
	expect(timesSent()).toEqual([3, 1, 1, 1]);
	expect(outputs[0]?.map(({ json }) => 'error' in json)).toEqual([true, false, false, false]);
});

test('equal items are different starts', async () => {
	await run({ items: [{ n: 1 }, { n: 1 }, { n: 1 }] });
	expect(timesSent()[1]).toBe(3);
});

test('what a failed execution keeps holds the answers, and the token nowhere', async () => {
	answer({ 2: 422 }, `{"echo":"Bearer ${TOKEN}"}`);
	const result = await run();
	const bodies = [...JSON.stringify(kept(result)).matchAll(/"body":"([^"]*)"/g)].map(([, body]) =>
		Buffer.from(body ?? '', 'base64').toString(),
	);
	expect(bodies).toEqual(Array(3).fill('{"echo":"Bearer ***"}'));
	expect(JSON.stringify(result.run)).not.toContain(TOKEN);
});

describe('Idempotency Key Field', () => {
	const parameters: INodeParameters = { options: { idempotencyKeyField: 'key', maxRetries: 0 } };

	test('gives every start a key, the same for each of its tries', async () => {
		answer({ 1: 429 });
		const items = numbered(3);
		await run({ items, parameters });
		const keys = service.contexts().map(({ n, key }) => `${String(n)} ${String(key)}`);
		expect(timesSent()).toEqual([1, 3, 1]);
		expect(new Set(keys).size).toBe(3);
		expect(new Set(service.contexts().map(({ key }) => key)).size).toBe(3);
		expect(keys).toEqual(keys.map(() => expect.stringMatching(/^\d [0-9a-f]{64}$/)));
		// The input items are as they were.
		expect(items).toEqual(numbered(3));
	});

	test('does not write over a field of the context', async () => {
		const { error } = await run({ items: [{ n: 1, key: 'mine' }], parameters });
		expect(error?.message).toMatch(/already has a value at "key"/);
		expect(service.taken).toEqual([]);
	});
});
