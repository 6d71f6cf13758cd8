/** Stop, wherever the run has got to: nothing is begun after it, and what was started is kept. */
import { rmSync } from 'node:fs';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INode, IRunExecutionData } from 'n8n-workflow';

import { bySlug } from '../parameters.mts';
import { TriggerFlow } from '../../nodes/TriggerFlow/TriggerFlow.node.ts';
import { executeAndStop, retry, type SavedExecution } from './executions.mts';
import { reply, serviceForEach } from './faultyService.mts';
import { credentialFor, executeContext, NODE } from './harness.mts';
import { useFileStorage } from './parts/fileStorage.mts';

const service = serviceForEach(reply(200, '%PDF-1.4', { 'content-type': 'application/pdf' }));

let storage: string;
beforeAll(async () => (storage = await useFileStorage()));
afterAll(() => rmSync(storage, { recursive: true }));
afterEach(() => jest.restoreAllMocks());

const credentials = () => ({ test: credentialFor(service.url) });

/** Stops a run of ten items when n8n has kept the third file: answers become items then. */
async function stopped(settings: Partial<INode>) {
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
	const node = { parameters: { flow: bySlug('order-1'), contextMode: 'input' }, ...settings };
	const items = Array.from({ length: 10 }, (_, n) => ({ n }));
	return await executeAndStop({ node }, credentials(), { items, mode: 'trigger' }, third);
}

/** What an execution keeps in mind, by item: the starts that were made. */
function rememberedIn({ data }: SavedExecution): unknown[][] {
	const { executionData } = JSON.parse(data) as IRunExecutionData;
	const { triggerFlow } = (executionData?.contextData[`node:${NODE}`] ?? {}) as {
		triggerFlow?: { runs: Array<Record<string, unknown[]>> };
	};
	return Object.values(triggerFlow?.runs[0] ?? {});
}

test.each([{}, { onError: 'continueRegularOutput' as const }, { retryOnFail: true }])(
	'while answers become items: each start is kept once when n8n saves, and Retry starts nothing again (%j)',
	async (settings) => {
		const { atStop, atEnd } = await stopped(settings);
		expect(service.taken).toHaveLength(10);
		for (const execution of [atStop, atEnd]) {
			expect(rememberedIn(execution).map(({ length }) => length)).toEqual(Array(10).fill(1));
			await retry(execution, credentials());
		}
		expect(service.taken).toHaveLength(10);
	},
);

describe('while starts are prepared', () => {
	/** Runs the node on many items, and stops it when it has come to the tenth. */
	async function run(operation: string, settings: Partial<INode> = {}) {
		const stop = new AbortController();
		const items = Array.from({ length: 3_000 }, (_, n) => ({ json: { n } }));
		const onTenth = () => (setImmediate(() => stop.abort()), 10);
		Object.defineProperty(items[10]?.json, 'n', { get: onTenth, enumerable: true });
		const contextJson = '={{ { n: $json.n } }}';
		const context = await executeContext(stop.signal, {
			url: service.url,
			items,
			parameters: { operation, contextMode: 'json', contextJson, options: {} },
			settings,
		});
		return await new TriggerFlow().execute.call(context);
	}

	test.each(['start', 'preview'])('%s ends the run', async (operation) => {
		await expect(run(operation)).rejects.toThrow(/canceled: 0 started, .*[1-9]\d* not started/);
		expect(service.taken).toEqual([]);
	});

	test("after the workflow's own time-out, all items come out as not started", async () => {
		const [output = []] = await run('start', { onError: 'continueRegularOutput' });
		expect(output).toHaveLength(3_000);
		const outcomes = output.map(({ json }) => (json.details as { outcome: string }).outcome);
		expect(new Set(outcomes)).toEqual(new Set(['notStarted']));
		expect(service.taken).toEqual([]);
	});
});
