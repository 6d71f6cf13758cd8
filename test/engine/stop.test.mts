/** Stop at any moment of a run: nothing is sent after it, and the node remembers what was started. */
import { getEventListeners } from 'node:events';
import { rmSync } from 'node:fs';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INode, INodeExecutionData } from 'n8n-workflow';

import { StartFlow } from '../../nodes/StartFlow/StartFlow.node.ts';
import { reply, serviceForEach } from './faultyService.mts';
import {
	createExecuteContext,
	CONTINUE_ON_ERROR,
	NODE,
	retry,
	runNode,
	type Execution,
} from './harness.mts';
import { useFileStorage } from './parts/engine.mts';

const service = serviceForEach(reply(200, '%PDF-1.4', { 'content-type': 'application/pdf' }));

let storage: string;
beforeAll(async () => (storage = await useFileStorage()));
afterAll(() => rmSync(storage, { recursive: true }));
afterEach(() => jest.restoreAllMocks());

const items = Array.from({ length: 10 }, (_, n) => ({ n }));

/** How often each start is in what n8n has saved of an execution. */
function rememberedIn(execution: Execution): number[] {
	const { executionData } = JSON.parse(execution.saved()) as Execution['run']['data'];
	const { startFlow } = (executionData?.contextData[`node:${NODE}`] ?? {}) as {
		startFlow?: { starts: Record<string, unknown[]> };
	};
	return Object.values(startFlow?.starts ?? {}).map(({ length }) => length);
}

test.each<Partial<INode>>([{}, CONTINUE_ON_ERROR, { retryOnFail: true }])(
	'where n8n saves a stopped run at its end, each start is remembered once, and Retry repeats none: %j',
	async (settings) => {
		const files = Container.get(BinaryDataService);
		const store = files.store.bind(files);
		let storedFiles = 0;
		const third = new Promise<void>((resolve) => {
			jest.spyOn(files, 'store').mockImplementation(async (...file) => {
				const stored = await store(...file);
				if (++storedFiles === 3) resolve();
				return stored;
			});
		});
		const atEnd = await runNode({ url: service.url, items, settings }, third);
		expect(service.received).toHaveLength(10);
		expect(atEnd.run.status).toBe('canceled');
		expect(rememberedIn(atEnd)).toEqual(Array(10).fill(1));
		await retry(atEnd);
		expect(service.received).toHaveLength(10);
	},
);

test('Stop ends all requests in flight, also after others were answered, and nothing more is sent', async () => {
	const stop = new AbortController();
	// The third start leaves once the first is answered. The others get no answer.
	service.answers((response, _body, nth) => {
		if (nth === 1) response.end('{}');
		if (nth === 3) stop.abort();
	});
	const n8n = await createExecuteContext({
		stop: stop.signal,
		url: service.url,
		items: items.map((json) => ({ json })),
		parameters: { options: { concurrency: 2 } },
		// Otherwise, the first start that ends without an answer ends the run.
		settings: CONTINUE_ON_ERROR,
	});
	await new StartFlow().execute.call(n8n);
	expect(service.received).toHaveLength(3);
});

test('a start whose answer has begun at Stop is not waited for', async () => {
	const stop = new AbortController();
	const n8n = await createExecuteContext({
		stop: stop.signal,
		url: service.url,
		items: [{ json: { n: 1 } }],
		parameters: { operation: 'startAndWait' },
		settings: CONTINUE_ON_ERROR,
	});
	const { helpers } = n8n;
	const { httpRequestWithAuthentication: request } = helpers;
	helpers.httpRequestWithAuthentication = async function (...all) {
		const head: unknown = await request.apply(this, all);
		stop.abort();
		return head;
	};
	const waits = jest.spyOn(n8n, 'putExecutionToWait');
	await new StartFlow().execute.call(n8n);
	expect(service.received).toHaveLength(1);
	expect(waits).not.toHaveBeenCalled();
	expect(n8n.getInputData()).toEqual([{ json: { n: 1 } }]);
});

test.each([200, 429])('nothing of a run with HTTP %i is left behind in n8n', async (status) => {
	service.answers((response, body, nth) => {
		const answer = reply(nth === 1 ? status : 200, '', { 'retry-after': '0' });
		answer(response, body, nth);
	});
	const timers = jest.spyOn(AbortSignal, 'timeout');
	const stop = new AbortController();
	const n8n = await createExecuteContext({
		stop: stop.signal,
		url: service.url,
		items: [{ json: {} }, { json: {} }],
		parameters: { options: { maxRetries: 1 } },
		settings: CONTINUE_ON_ERROR,
	});
	await new StartFlow().execute.call(n8n);
	expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
	// A timer with a listener would hold the answer until its time is up.
	const held = timers.mock.results.filter(({ value }) => (value as AbortSignal).onabort !== null);
	expect([timers.mock.results.length > 1, held]).toEqual([true, []]);
});

describe('while starts are prepared', () => {
	/** So many take longer than the node works without a pause. */
	const COUNT = 500;

	const RETRIED = {
		version: 1,
		firstExecutionId: '1',
		lastSenderIds: ['1'],
		wasStartedByHand: true,
		starts: {},
	};

	/** Runs the node on many items, and stops it when it prepares the tenth. The last ones are not prepared. */
	async function run(operation: string, settings: Partial<INode> = {}) {
		const stop = new AbortController();
		const many = Array.from({ length: COUNT }, (_, n) => ({ json: { n } }));
		const onTenth = () => (setImmediate(() => stop.abort()), 10);
		Object.defineProperty(many[10]?.json, 'n', { get: onTenth, enumerable: true });
		const onLast = jest.fn(() => 2_999);
		Object.defineProperty(many.at(-1)?.json, 'n', { get: onLast, enumerable: true });
		const contextJson = '={{ { n: $json.n } }}';
		const n8n = await createExecuteContext({
			stop: stop.signal,
			url: service.url,
			items: many,
			mode: 'manual',
			parameters: { operation, contextMode: 'json', contextJson },
			settings,
		});
		// A Retry that sends something is recorded, because there may be only one.
		n8n.getContext('node').startFlow = RETRIED;
		const records = jest.spyOn(n8n.helpers, 'checkProcessedAndRecord');
		const result = await new StartFlow().execute.call(n8n).catch((error: Error) => error.message);
		expect(records).not.toHaveBeenCalled();
		expect(onLast).not.toHaveBeenCalled();
		expect(service.received).toEqual([]);
		return result;
	}

	test.each(['start', 'preview'])('%s ends the run, also of a Retry', async (operation) => {
		expect(await run(operation)).toBe('The run was canceled');
	});

	test("after the workflow's own time-out, all items come out as not started", async () => {
		const [output = []] = (await run('start', CONTINUE_ON_ERROR)) as INodeExecutionData[][];
		expect(output).toHaveLength(COUNT);
		const outcomes = output.map(({ json }) => (json.details as { outcome: string }).outcome);
		expect(new Set(outcomes)).toEqual(new Set(['notStarted']));
	});
});
