import { Readable } from 'node:stream';

import { receiveAnswer, type HelperResponse } from '../../../nodes/StartFlow/http/httpSend.n8n';

const MEGABYTE = Buffer.alloc(2 ** 20, 'x');

const receive = async (statusCode: number, megabytes: number) => {
	const parts = Array.from({ length: megabytes }, () => MEGABYTE);
	const body = Readable.from(parts) as HelperResponse['body'];
	const end = new AbortController();
	const answer = await receiveAnswer({ statusCode, headers: {}, body }, end);
	return { ...answer, isEnded: end.signal.aborted };
};

test('stops reading an answer of more than 400 MB, which still counts as a start', async () => {
	const answer = await receive(200, 400);
	expect(answer).toMatchObject({ statusCode: 200, missing: 'unreadable', isEnded: true });
});
