/** Retry On Fail runs the whole node again. The service counts the starts, and none is made twice. */
import nock from 'nock';
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { faultyHttp, type Behaviour, type FaultyService } from './faultyService.mts';
import { NODE, runNode, type RunResult } from './harness.mts';

const TOKEN = 'secret-token-12345';

let service: FaultyService;

beforeAll(() => nock.restore());

afterEach(async () => await service.close());

interface Sent {
	slug: string;
	context: { n: number; key?: string };
}

const sent = (): Sent[] => service.taken.map((body) => JSON.parse(body) as Sent);

/** How often each item was sent, by its number. */
const timesSent = () => {
	const times: Record<number, number> = {};
	for (const { context } of sent()) times[context.n] = (times[context.n] ?? 0) + 1;
	return times;
};

async function run(
	behave: (context: Sent['context'], nth: number) => [status: number, body?: string],
	{
		items = numbered(10),
		options = {} as INodeParameters,
		settings = {} as Partial<INode>,
		parameters = {} as INodeParameters,
	} = {},
): Promise<RunResult> {
	const answer: Behaviour = (response, body, nth) => {
		const [status, reply = '{}'] = behave((JSON.parse(body) as Sent).context, nth);
		response.writeHead(status).end(reply);
	};
	service = await faultyHttp(answer);
	return await runNode({
		items,
		parameters: { flow: 'slug', slug: 'order-1', contextMode: 'input', options, ...parameters },
		credential: { environment: 'qa', baseUrl: service.url, accessToken: TOKEN },
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1, ...settings },
	});
}

const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ n: index }));

const kept = ({ run: saved }: RunResult) =>
	saved.data.executionData?.contextData[`node:${NODE}`] as { triggerFlow?: unknown } | undefined;

test('one rejected item: the others are started once over all three tries, and it is tried each time', async () => {
	const { error } = await run(({ n }) => [n === 5 ? 422 : 200]);
	const { 5: rejected, ...others } = timesSent();
	expect(rejected).toBe(3);
	expect(Object.values(others)).toEqual(Array(9).fill(1));
	expect(error?.description).toContain(
		'0 started, 1 rejected; 9 were started earlier and not sent again',
	);
});

test('one item whose outcome is unknown: it is sent once, and the next try says why not again', async () => {
	const { error } = await run(({ n }) => [n === 5 ? 500 : 200]);
	expect(timesSent()).toEqual(Object.fromEntries(numbered(10).map(({ n }) => [n, 1])));
	expect(error?.message).toMatch(
		/^9 of 10 started\. Item 5: The service failed \(HTTP 500\): the flow may have started in an earlier try/,
	);
});

// A node before may have put something into the item that JSON cannot hold.
test.each([
	['a BigInt', { n: 0, rest: 1n }],
	['a circle', Object.assign({ n: 0 }, circle())],
])(
	'an item with %s in it, of which the flow gets another field, is sent once',
	async (_what, item) => {
		const { error } = await run(() => [500], {
			items: [item as unknown as IDataObject],
			parameters: { contextMode: 'json', contextJson: '={{ { n: $json.n } }}' },
		});
		expect(timesSent()).toEqual({ 0: 1 });
		expect(error?.message).toMatch(/may have started in an earlier try/);
	},
);

function circle(): object {
	const ring: { ring?: object } = {};
	ring.ring = ring;
	return ring;
}

test('what failed in the first try and goes well in the second gives all answers, in order', async () => {
	const failed = new Set<number>();
	const result = await run(
		({ n }) => {
			if (n % 3 === 0 && !failed.has(n)) {
				failed.add(n);
				return [422];
			}
			return [200, `{"answer":${n}}`];
		},
		{ settings: { maxTries: 5 } },
	);
	expect(result.error).toBeUndefined();
	expect(result.outputs[0]?.map(({ json }) => json)).toEqual(
		numbered(10).map(({ n }) => ({ answer: n })),
	);
	expect(Object.values(timesSent())).toEqual([2, 1, 1, 2, 1, 1, 2, 1, 1, 2]);
	expect(kept(result)?.triggerFlow).toBeUndefined();
});

test('with Retry Unknown, what may have started is sent again', async () => {
	const { error } = await run(({ n }) => [n === 1 ? 500 : 200], {
		items: numbered(3),
		options: { retryUnknown: true, maxRetries: 0 },
	});
	expect(error?.message).toMatch(/HTTP 500/);
	expect(timesSent()).toEqual({ 0: 1, 1: 3, 2: 1 });
});

test.each(['""', '0', '[]', '"x"'])(
	'an answer {"error": %s} makes n8n run the node again: nothing is started twice',
	async (error) => {
		const { outputs } = await run(() => [200, `{"error":${error},"kept":true}`], {
			items: numbered(3),
		});
		expect(timesSent()).toEqual({ 0: 1, 1: 1, 2: 1 });
		expect(outputs[0]).toHaveLength(3);
	},
);

test('items that fail while the node continues are tried again, the others are not', async () => {
	const { outputs } = await run(({ n }) => [n === 0 ? 422 : 200, `{"n":${n}}`], {
		items: numbered(3),
		settings: { onError: 'continueRegularOutput' },
	});
	expect(timesSent()).toEqual({ 0: 3, 1: 1, 2: 1 });
	expect(outputs[0]?.map(({ json }) => json)).toEqual([
		{ error: expect.any(String), details: expect.anything() },
		{ n: 1 },
		{ n: 2 },
	]);
});

test('equal items are different starts', async () => {
	await run(() => [200], { items: [{ n: 1 }, { n: 1 }, { n: 1 }] });
	expect(timesSent()).toEqual({ 1: 3 });
});

test('without a failure nothing stays behind in the saved execution', async () => {
	expect(kept(await run(() => [200]))?.triggerFlow).toBeUndefined();
});

test('what a failed execution keeps holds the answers, and the token nowhere', async () => {
	const result = await run(({ n }) => [n === 2 ? 422 : 200, `{"echo":"Bearer ${TOKEN}"}`], {
		items: numbered(3),
	});
	const text = JSON.stringify(kept(result));
	expect(text).toContain(Buffer.from('{"echo":"Bearer').toString('base64').slice(0, 12));
	const bodies = [...text.matchAll(/"body":"([^"]*)"/g)].map(([, body]) =>
		Buffer.from(body ?? '', 'base64').toString(),
	);
	expect(bodies).toHaveLength(2);
	expect(bodies.join()).not.toContain(TOKEN);
	expect(JSON.stringify(result.run)).not.toContain(TOKEN);
});

describe('Start Key Field', () => {
	const options = { startKeyField: 'key', maxRetries: 0 };

	test('gives every start a key, the same for each of its tries', async () => {
		await run(({ n }) => [n === 1 ? 429 : 200], { items: numbered(3), options });
		const keys = new Map<number, Set<string>>();
		for (const { context } of sent()) {
			keys.set(context.n, (keys.get(context.n) ?? new Set()).add(context.key ?? ''));
		}
		const distinct = [...keys.values()].flatMap((set) => [...set]);
		expect(timesSent()[1]).toBe(3);
		expect(distinct).toHaveLength(3);
		expect(new Set(distinct).size).toBe(3);
		expect(distinct.every((key) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
	});

	test('does not write over a field of the context', async () => {
		const { error } = await run(() => [200], { items: [{ n: 1, key: 'mine' }], options });
		expect(error?.message).toMatch(/no room for the start key at "key": something stands there/);
		expect(service.taken).toEqual([]);
	});

	test('leaves the input items as they are', async () => {
		const items = numbered(2);
		await run(() => [200], { items, options });
		expect(items).toEqual(numbered(2));
	});
});
