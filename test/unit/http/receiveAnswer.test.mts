import { Readable } from 'node:stream';

import fc from 'fast-check';

import { receiveAnswer, type HelperResponse } from '../../../nodes/StartFlow/http/httpSend.n8n';

const MEGABYTE = Buffer.alloc(2 ** 20, 'x');

const receiveAll = async (
	statusCode: number,
	parts: Iterable<Buffer>,
	end = new AbortController(),
	headers: HelperResponse['headers'] = {},
) =>
	await receiveAnswer(
		{ statusCode, headers, body: Readable.from(parts) as HelperResponse['body'] },
		end,
	);

function* brokenOff() {
	yield Buffer.from('{"a":');
	throw new Error('aborted');
}

test('joins the parts of a body', async () => {
	const parts = ['{"a":', '1}'].map((part) => Buffer.from(part));
	const body = Buffer.from('{"a":1}');
	expect(await receiveAll(200, parts)).toEqual({ statusCode: 200, headers: {}, body });
});

// A body that was decompressed has another length, and a service may send anything.
test('joins the parts whatever the length is that the answer claims to have', async () => {
	const anyLength = fc.constantFrom('0', '3', '5', '8', '4.5', '-1', '1e300', 'x', undefined);
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.uint8Array({ maxLength: 4 })),
			anyLength,
			async (parts, length) => {
				const buffers = parts.map((part) => Buffer.from(part));
				const headers = { 'content-length': length };
				const { body } = await receiveAll(200, buffers, undefined, headers);
				expect(body).toEqual(Buffer.concat(buffers));
			},
		),
	);
});

test('copies a body of a known length once', async () => {
	const concat = jest.spyOn(Buffer, 'concat');
	const parts = [MEGABYTE, MEGABYTE, MEGABYTE];
	const headers = { 'content-length': String(3 * MEGABYTE.length) };
	const { body } = await receiveAll(200, parts, undefined, headers);
	expect(concat).not.toHaveBeenCalled();
	expect(body.equals(Buffer.alloc(3 * MEGABYTE.length, 'x'))).toBe(true);
	expect(body.buffer.byteLength).toBe(body.length);
	concat.mockRestore();
});

test.each([200, 299, 500])('keeps the status %i of a body that breaks off', async (statusCode) => {
	const answer = await receiveAll(statusCode, brokenOff());
	expect(answer).toMatchObject({ statusCode, missing: 'unreadable', body: Buffer.alloc(0) });
});

test('stops reading an answer of more than 400 MB, which still counts as a start', async () => {
	const end = new AbortController();
	const answer = await receiveAll(
		200,
		Array.from({ length: 400 }, () => MEGABYTE),
		end,
	);
	expect(answer).toMatchObject({ statusCode: 200, missing: 'unreadable' });
	expect(end.signal.aborted).toBe(true);
});

test('reads only the beginning of a failure', async () => {
	const end = new AbortController();
	const answer = await receiveAll(500, [MEGABYTE, MEGABYTE, MEGABYTE], end);
	expect(answer.body).toHaveLength(2 * MEGABYTE.length);
	expect(answer.missing).toBeUndefined();
	expect(end.signal.aborted).toBe(true);
});
