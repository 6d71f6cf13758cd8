import { Readable } from 'node:stream';

import { receiveAnswer, type HelperResponse } from '../../../nodes/StartFlow/http/httpSend.n8n';

const MEGABYTE = Buffer.alloc(2 ** 20, 'x');

const receiveAll = async (
	statusCode: number,
	parts: Iterable<Buffer>,
	end = new AbortController(),
) =>
	await receiveAnswer(
		{ statusCode, headers: {}, body: Readable.from(parts) as HelperResponse['body'] },
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
