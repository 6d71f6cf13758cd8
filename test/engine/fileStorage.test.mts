/** A file that n8n cannot keep: the flow has started all the same. */
import { rmSync, writeFileSync } from 'node:fs';

import nock from 'nock';
import type { INode, INodeParameters } from 'n8n-workflow';

import { faultyHttp, type FaultyService } from './faultyService.mts';
import { runNode } from './harness.mts';
import { useFileStorage } from './parts/fileStorage.mts';

let storage: string;
let service: FaultyService;

beforeAll(async () => {
	nock.restore();
	storage = await useFileStorage();
	// n8n keeps files below this folder, and now it is a file itself.
	rmSync(storage, { recursive: true });
	writeFileSync(storage, '');

	service = await faultyHttp((response, _body, nth) => {
		response.setHeader('content-type', nth === 2 ? 'application/pdf' : 'application/json');
		response.end(nth === 2 ? '%PDF-1.4' : `{"nth":${nth}}`);
	});
});

afterAll(async () => {
	rmSync(storage);
	await service.close();
});

beforeEach(() => service.taken.splice(0));

const run = async (settings: Partial<INode>, options: INodeParameters = {}) =>
	await runNode({
		items: [{}, {}, {}],
		parameters: {
			flow: 'slug',
			slug: 'order-1',
			contextMode: 'none',
			options: { concurrency: 1, ...options },
		},
		credential: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
		settings,
	});

const LOST = {
	statusCode: 200,
	warning: expect.stringMatching(
		/^The flow was started, but n8n could not keep the file .*: ENOTDIR/,
	),
};

test('its item says that the flow was started, and the other answers are kept', async () => {
	const { error, outputs } = await run({});
	expect(error).toBeUndefined();
	expect(outputs[0]?.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual([
		{ json: { nth: 1 }, pairedItem: { item: 0 } },
		{ json: LOST, pairedItem: { item: 1 } },
		{ json: { nth: 3 }, pairedItem: { item: 2 } },
	]);
	expect(service.taken).toHaveLength(3);
});

test('it is laid out like any answer, without a file', async () => {
	const { outputs } = await run({}, { responseField: 'answer' });
	expect(outputs[0]?.[1]).toMatchObject({ json: { answer: LOST } });
	expect(outputs[0]?.[1]?.binary).toBeUndefined();
});

test('nothing is started again under Retry On Fail', async () => {
	await run({ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 });
	expect(service.taken).toHaveLength(3);
});
