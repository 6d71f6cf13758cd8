/** Stop, wherever the run has got to: nothing is begun after it, and what was started is kept. */
import { rmSync } from 'node:fs';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INode } from 'n8n-workflow';

import { TriggerFlow } from '../../nodes/TriggerFlow/TriggerFlow.node.ts';
import { reply, serviceForEach } from './faultyService.mts';
import { executeContext, GOES_ON, NODE, retry, runAndStop, type Execution } from './harness.mts';
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
	const { triggerFlow } = (executionData?.contextData[`node:${NODE}`] ?? {}) as {
		triggerFlow?: { startsByRun: Array<Record<string, unknown[]>> };
	};
	return Object.values(triggerFlow?.startsByRun[0] ?? {}).map(({ length }) => length);
}

test.each<Partial<INode>>([{}, GOES_ON, { retryOnFail: true }])(
	'while answers become items, each start is kept once when n8n saves, and Retry starts nothing again: %j',
	async (settings) => {
		const files = Container.get(BinaryDataService);
		const keep = files.store.bind(files);
		let kept = 0;
		const third = new Promise<void>((resolve) => {
			jest.spyOn(files, 'store').mockImplementation(async (...file) => {
				const stored = await keep(...file);
				if (++kept === 3) resolve();
				return stored;
			});
		});
		const { atStop, atEnd } = await runAndStop({ url: service.url, items, settings }, third);
		expect(service.taken).toHaveLength(10);
		for (const execution of [atStop, atEnd]) {
			expect(rememberedIn(execution)).toEqual(Array(10).fill(1));
			await retry(execution);
		}
		expect(service.taken).toHaveLength(10);
	},
);

test('a start that waits for its turn does not go out any more', async () => {
	let begin = () => {};
	const begun = new Promise<void>((resolve) => (begin = resolve));
	// None is ever answered: as many are under way as the node begins with, and the others wait.
	service.answers((_response, _body, nth) => nth === 10 && begin());
	const many = Array.from({ length: 25 }, (_, n) => ({ n }));
	const { atEnd } = await runAndStop({ url: service.url, items: many }, begun);
	expect(service.taken).toHaveLength(10);
	expect(atEnd.run.status).toBe('canceled');
	expect(atEnd.rounds[0]?.error?.message).toMatch(/0 started, 10 may have started, 15 not /);
});

test.each([
	['Retry-After', { 'retry-after': '300' }],
	['nothing else', {}],
])('a start that was turned away with %s is not tried again', async (_what, headers) => {
	// No chance that the next try goes out before Stop.
	jest.spyOn(Math, 'random').mockReturnValue(0.999);
	let turnAway = () => {};
	const turnedAway = new Promise<void>((resolve) => (turnAway = resolve));
	service.answers((response, body, nth) => {
		reply(429, '', headers)(response, body, nth);
		response.on('close', turnAway);
	});
	await runAndStop({ url: service.url, items: items.slice(0, 1) }, turnedAway);
	expect(service.taken).toHaveLength(1);
});

describe('while starts are prepared', () => {
	/** Runs the node on many items, and stops it when it has come to the tenth. */
	async function run(operation: string, settings: Partial<INode> = {}) {
		const stop = new AbortController();
		const many = Array.from({ length: 3_000 }, (_, n) => ({ json: { n } }));
		const onTenth = () => (setImmediate(() => stop.abort()), 10);
		Object.defineProperty(many[10]?.json, 'n', { get: onTenth, enumerable: true });
		const contextJson = '={{ { n: $json.n } }}';
		const context = await executeContext(stop.signal, {
			url: service.url,
			items: many,
			parameters: { operation, contextMode: 'json', contextJson },
			settings,
		});
		return await new TriggerFlow().execute.call(context);
	}

	test.each(['start', 'preview'])('%s ends the run', async (operation) => {
		await expect(run(operation)).rejects.toThrow(/canceled: 0 started, .*[1-9]\d* not /);
		expect(service.taken).toEqual([]);
	});

	test("after the workflow's own time-out, all items come out as not started", async () => {
		const [output = []] = await run('start', GOES_ON);
		expect(output).toHaveLength(3_000);
		const outcomes = output.map(({ json }) => (json.details as { outcome: string }).outcome);
		expect(new Set(outcomes)).toEqual(new Set(['notStarted']));
		expect(service.taken).toEqual([]);
	});
});
