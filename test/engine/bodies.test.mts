/** Bodies as they come over the wire: packed, and very large. */
import { createHash, randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import nock from 'nock';

import { faultyHttp } from './faultyService.mts';
import { runNode } from './harness.mts';

const MB = 2 ** 20;

beforeAll(() => nock.restore());

async function answerOf(body: Buffer, headers: Record<string, string>) {
	const service = await faultyHttp((response) => response.writeHead(200, headers).end(body));
	const { outputs, error } = await runNode({
		items: [{}],
		parameters: { flow: 'slug', slug: 'order-1', contextMode: 'none' },
		credential: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
	});
	await service.close();
	expect(error).toBeUndefined();
	expect(service.taken).toHaveLength(1);
	return outputs[0]?.[0];
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test.each<[string, (bytes: string) => Buffer]>([
	['gzip', gzipSync],
	['br', brotliCompressSync],
	['deflate', deflateSync],
])('an answer packed with %s is read', async (encoding, pack) => {
	const item = await answerOf(pack('{"word":"Grüße"}'), {
		'content-encoding': encoding,
		'content-type': 'application/json',
	});
	expect(item?.json).toEqual({ word: 'Grüße' });
});

test('a file of 50 MB arrives byte for byte', async () => {
	const bytes = randomBytes(50 * MB);
	const item = await answerOf(bytes, { 'content-type': 'application/zip' });
	expect(digest(Buffer.from(item?.binary?.data?.data ?? '', 'base64'))).toBe(digest(bytes));
}, 60_000);

test('an object of 50 MB, packed, arrives whole', async () => {
	const parts = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(MB, 'x'));
	const item = await answerOf(gzipSync(JSON.stringify({ parts })), {
		'content-encoding': 'gzip',
		'content-type': 'application/json',
	});
	expect(item?.json).toEqual({ parts });
}, 60_000);

// 600 MB. Packed, it is half a megabyte: nobody sees on the wire how long it is.
describe('a body that is longer than any text can be', () => {
	const body = Buffer.concat(Array<Buffer>(6).fill(gzipSync(Buffer.alloc(100 * MB, 'x'))));

	async function answer(status: number) {
		const service = await faultyHttp((response, _body, nth) => {
			const headers = { 'content-encoding': 'gzip', 'content-type': 'text/plain' };
			response.writeHead(nth === 2 ? status : 200, headers).end(nth === 2 ? body : gzipSync('ok'));
		});
		const { outputs } = await runNode({
			items: [{}, {}, {}],
			parameters: {
				flow: 'slug',
				slug: 'order-1',
				contextMode: 'none',
				options: { concurrency: 1 },
			},
			credential: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
			settings: {
				onError: 'continueRegularOutput',
				retryOnFail: true,
				maxTries: 2,
				waitBetweenTries: 1,
			},
		});
		await service.close();
		return { items: outputs[0]?.map(({ json }) => json), starts: service.taken.length };
	}

	test('after a 200: its item says that the flow was started, and the others are answered', async () => {
		const { items, starts } = await answer(200);
		expect(items).toEqual([
			{ data: 'ok' },
			{
				statusCode: 200,
				warning: expect.stringMatching(/^The flow was started, but .* too large/),
			},
			{ data: 'ok' },
		]);
		expect(starts).toBe(3);
	}, 120_000);

	test('after a 500: the flow may have started, and is not started again', async () => {
		const { items, starts } = await answer(500);
		expect(items).toMatchObject([
			{ data: 'ok' },
			{ details: { outcome: 'unknown', statusCode: 500 } },
			{ data: 'ok' },
		]);
		expect(starts).toBe(3);
	}, 120_000);
});
