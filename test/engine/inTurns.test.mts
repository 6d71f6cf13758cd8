import nock from 'nock';

import { TriggerFlow } from '../../nodes/TriggerFlow/TriggerFlow.node.ts';
import { startStandIn, TOKENS, type StandIn } from '../../stand-in/server.mts';
import { faultyHttp } from './faultyService.mts';
import { executeContext } from './harness.mts';

let standIn: StandIn;

beforeAll(async () => {
	nock.restore();
	standIn = await startStandIn();
});

afterAll(async () => await standIn.close());

/** Runs the node on many items; `onTenth` is called when the tenth of them is read. */
async function run(stop: AbortController, onTenth: () => void, operation = 'start', onError = {}) {
	const items = Array.from({ length: 3_000 }, (_, n) => ({ json: { n } }));
	Object.defineProperty(items[10]?.json, 'n', { get: () => (onTenth(), 10), enumerable: true });
	const assignments = ['a', 'b', 'c'].map((name) => ({
		name,
		type: 'number',
		value: '={{ $json.n }}',
	}));
	const context = await executeContext(stop.signal, {
		items,
		parameters: {
			operation,
			flow: 'slug',
			slug: 'echo-4kq7zt',
			contextMode: 'fields',
			contextFields: { assignments },
			options: {},
		},
		credential: { environment: 'qa', baseUrl: standIn.urls.qa, accessToken: TOKENS.qa },
		settings: onError,
	});
	return await new TriggerFlow().execute.call(context);
}

test.each(['start', 'preview'])(
	'Stop is heard while starts are prepared (%s)',
	async (operation) => {
		const stop = new AbortController();
		const running = run(stop, () => setImmediate(() => stop.abort()), operation);
		await expect(running).rejects.toThrow(/canceled: 0 started, .*[1-9]\d* not started/);
		expect(standIn.log.starts).toEqual([]);
	},
);

test('what the time-out of a workflow has left unprepared comes out as not started', async () => {
	const stop = new AbortController();
	const end = () => setImmediate(() => stop.abort());
	const [output = []] = await run(stop, end, 'start', { onError: 'continueRegularOutput' });
	expect(output).toHaveLength(3_000);
	for (const { json } of output) {
		expect(json).toMatchObject({ details: { outcome: 'notStarted', attempts: 0 } });
	}
	expect(standIn.log.starts).toEqual([]);
});

test('a preview lets others work in between', async () => {
	let turns = 0;
	let isOver = false;
	const count = () => {
		turns++;
		if (!isOver) setImmediate(count);
	};
	let before = Infinity;
	setImmediate(count);
	const running = run(new AbortController(), () => (before = turns), 'preview');
	const [output = []] = await running.finally(() => (isOver = true));
	expect(output).toHaveLength(3_000);
	expect(turns).toBeGreaterThan(before + 3);
});

test('remembering what was started lets others work in between', async () => {
	const count = 50;
	const large = Array.from({ length: 20_000 }, (_, n) => n);
	let isOver = false;
	let turns = 0;
	const countOn = () => {
		turns++;
		if (!isOver) setImmediate(countOn);
	};
	// All others are answered by then: what is left is to remember them.
	const service = await faultyHttp((response, _body, nth) => {
		response.writeHead(nth === count ? 422 : 200).end('{}');
		if (nth === count) setImmediate(countOn);
	});
	const context = await executeContext(new AbortController().signal, {
		items: Array.from({ length: count }, (_, n) => ({ json: { n, large } })),
		parameters: { flow: 'slug', slug: 'order-1', contextMode: 'none', options: { concurrency: 1 } },
		credential: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
	});
	const running = new TriggerFlow().execute.call(context);
	await expect(running.finally(() => (isOver = true))).rejects.toThrow('49 of 50 started');
	const { triggerFlow } = context.getContext('node') as { triggerFlow: { runs: object[] } };
	expect(Object.keys(triggerFlow.runs[0] ?? {})).toHaveLength(count - 1);
	expect(turns).toBeGreaterThan(count / 2);
	await service.close();
});
