/** Bodies as they come over the wire: packed, very large, and as files that n8n cannot keep. */
import { createHash, randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import type { INode } from 'n8n-workflow';

import { reply, serviceForEach, type Behaviour } from './faultyService.mts';
import { runNode } from './harness.mts';
import { useFileStorage } from './parts/fileStorage.mts';

const MB = 2 ** 20;

const service = serviceForEach();

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Three items one after another, of which the second gets another answer. */
async function runThree(second: Behaviour, usual: Behaviour, settings: Partial<INode>) {
	service.answers((response, body, nth) => (nth === 2 ? second : usual)(response, body, nth));
	const { outputs, error } = await runNode({
		url: service.url,
		items: [{}, {}, {}],
		parameters: { options: { concurrency: 1 } },
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1, ...settings },
	});
	expect(error).toBeUndefined();
	expect(service.taken).toHaveLength(3);
	return outputs[0]?.map(({ json }) => json);
}

test.each<[string, (text: string) => Buffer]>([
	['gzip', gzipSync],
	['br', brotliCompressSync],
	['deflate', deflateSync],
])('an answer packed with %s is read', async (encoding, pack) => {
	service.answers((response) => {
		response.setHeader('content-encoding', encoding).end(pack('{"word":"Grüße"}'));
	});
	const { outputs } = await runNode({ url: service.url });
	expect(outputs[0]?.[0]?.json).toEqual({ word: 'Grüße' });
});

test('a file of 50 MB arrives byte for byte', async () => {
	const bytes = randomBytes(50 * MB);
	service.answers((response) => {
		response.setHeader('content-type', 'application/zip').end(bytes);
	});
	const { outputs } = await runNode({ url: service.url });
	const { data = '' } = outputs[0]?.[0]?.binary?.data ?? {};
	expect(digest(Buffer.from(data, 'base64'))).toBe(digest(bytes));
}, 60_000);

// 600 MB. Packed, it is half a megabyte: nobody sees on the wire how long it is.
describe('a body that is longer than any text can be', () => {
	const body = Buffer.concat(Array<Buffer>(6).fill(gzipSync(Buffer.alloc(100 * MB, 'x'))));
	const packed =
		(status: number): Behaviour =>
		(response) =>
			response.writeHead(status, { 'content-encoding': 'gzip' }).end(body);
	const goesOn = { onError: 'continueRegularOutput' } as const;

	test('after a 200: its item says that the flow was started, and the others are answered', async () => {
		expect(await runThree(packed(200), reply(200), goesOn)).toEqual([
			{},
			{
				statusCode: 200,
				warning: expect.stringMatching(/^The flow was started, but .* too large/),
			},
			{},
		]);
	}, 120_000);

	test('after a 500: the flow may have started, and is not started again', async () => {
		expect(await runThree(packed(500), reply(200), goesOn)).toMatchObject([
			{},
			{ details: { outcome: 'unknown', statusCode: 500 } },
			{},
		]);
	}, 120_000);
});

test('a file that n8n cannot keep: its item says that the flow was started', async () => {
	const storage = await useFileStorage();
	// n8n keeps files below this folder, and now it is a file itself.
	rmSync(storage, { recursive: true });
	writeFileSync(storage, '');
	const file = reply(200, '%PDF-1.4', { 'content-type': 'application/pdf' });
	expect(await runThree(file, reply(200, '{"n":1}'), {})).toEqual([
		{ n: 1 },
		{
			statusCode: 200,
			warning: expect.stringMatching(
				/^The flow was started, but n8n could not keep the file .*: ENOTDIR/,
			),
		},
		{ n: 1 },
	]);
	rmSync(storage);
});
