import { Readable } from 'node:stream';

import type { IExecuteFunctions } from 'n8n-workflow';

import { createHttpSend } from '../../../nodes/StartFlow/http/httpSend.n8n';
import type { SendRequest } from '../../../nodes/StartFlow/http/attempt';

const REQUEST = { url: 'https://flows.example/', body: '{}' } as Parameters<SendRequest>[0];

/** Sends a request through a helper of n8n that gives this response. */
async function send(response: unknown) {
	let signal: AbortSignal | undefined;
	const n8n = {
		getExecutionCancelSignal: () => undefined,
		helpers: {
			httpRequestWithAuthentication: async function (this: IExecuteFunctions) {
				signal = this.getExecutionCancelSignal();
				return await Promise.resolve(response);
			},
		},
	} as unknown as IExecuteFunctions;
	const attempt = await createHttpSend(n8n, 'startFlowApi')(REQUEST, 'secret-token', 60_000);
	return { attempt, isEnded: signal?.aborted };
}

test('ends the request after 400 MB of an answer, which still counts as a start', async () => {
	const body = Readable.from(Array.from({ length: 400 }, () => Buffer.alloc(2 ** 20, 'x')));
	const answer = { statusCode: 200, missing: 'unreadable' };
	expect(await send({ statusCode: 200, headers: {}, body })).toMatchObject({
		attempt: { kind: 'answer', answer },
		isEnded: true,
	});
});

test("gives the headers without the HTTP library's class, also where the body breaks off", async () => {
	class LibraryHeaders {
		'x-run' = '7';
	}
	const broken = new Readable({ read: () => broken.destroy(new Error('lost')) });
	for (const body of [Readable.from([Buffer.from('a')]), broken]) {
		const response = { statusCode: 200, headers: new LibraryHeaders(), body };
		const { attempt } = await send(response);
		expect(attempt).toHaveProperty('answer');
		const headers = attempt.kind === 'answer' && attempt.answer.headers;
		expect(headers).toStrictEqual({ 'x-run': '7' });
	}
});

test('does not take a bug for a lost connection', async () => {
	await expect(send(undefined)).rejects.toThrow(TypeError);
});
