/** Stop while answers are made into items: n8n saves at once, and what was started has to be kept by then. */
import { rmSync } from 'node:fs';

import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import nock from 'nock';
import type { INode, IRunExecutionData } from 'n8n-workflow';

import { executeAndStop, retry, type SavedExecution } from './executions.mts';
import { faultyHttp, type FaultyService } from './faultyService.mts';
import { NODE } from './harness.mts';
import { useFileStorage } from './parts/fileStorage.mts';

let storage: string;
let service: FaultyService;

beforeAll(async () => {
	nock.restore();
	storage = await useFileStorage();
	service = await faultyHttp((response) => {
		response.setHeader('content-type', 'application/pdf').end('%PDF-1.4');
	});
});

afterAll(async () => {
	rmSync(storage, { recursive: true });
	await service.close();
});

afterEach(() => {
	service.taken.splice(0);
	jest.restoreAllMocks();
});

const credentials = () => ({
	test: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
});

/** Stops a run of ten items when n8n has kept the third file. */
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
	const parameters = { flow: 'slug', slug: 'order-1', contextMode: 'input' };
	const node = { parameters, ...settings };
	const items = Array.from({ length: 10 }, (_, n) => ({ n }));
	return await executeAndStop({ node }, credentials(), { items, mode: 'trigger' }, third);
}

/** How many starts an execution keeps in mind. */
function rememberedIn({ data }: SavedExecution): number {
	const { executionData } = JSON.parse(data) as IRunExecutionData;
	const { triggerFlow } = (executionData?.contextData[`node:${NODE}`] ?? {}) as {
		triggerFlow?: { runs: Record<string, Record<string, unknown>> };
	};
	return Object.keys(triggerFlow?.runs[0] ?? {}).length;
}

test.each([{}, { onError: 'continueRegularOutput' as const }, { retryOnFail: true }])(
	'all that was started is kept when n8n saves, and Retry starts nothing again (%j)',
	async (settings) => {
		const saved = await stopped(settings);
		expect(service.taken).toHaveLength(10);
		for (const execution of [saved.atStop, saved.atEnd]) {
			expect(rememberedIn(execution)).toBe(10);
			await retry(execution, credentials());
		}
		expect(service.taken).toHaveLength(10);
	},
);
