/** What n8n's HTTP helper reports of real broken connections, and what the node makes of it. */
import nock from 'nock';
import type { INodeParameters } from 'n8n-workflow';

import { faultyHttp, refusing, type FaultyService } from './faultyService.mts';
import { runNode } from './harness.mts';

beforeAll(() => nock.restore());

async function runAgainst(service: FaultyService, options: INodeParameters = {}) {
	const { outputs } = await runNode({
		items: [{}],
		parameters: {
			flow: 'slug',
			slug: 'order-1',
			contextMode: 'none',
			options: { timeout: 300, ...options },
		},
		credential: { environment: 'qa', baseUrl: service.url, accessToken: 'secret-token-12345' },
		settings: { onError: 'continueRegularOutput' },
	});
	await service.close();
	return outputs[0]?.[0]?.json as {
		error?: string;
		details?: { outcome: string; attempts: number; statusCode?: number; body?: unknown };
		warning?: string;
		statusCode?: number;
	};
}

test.each<[string, () => Promise<FaultyService>, string, RegExp, number]>([
	['refuses the connection', refusing, 'notStarted', /refused the connection/, 0],
	['never answers', () => faultyHttp(() => {}), 'unknown', /did not answer in time/, 1],
	[
		"answers 101, which n8n's helper never returns from",
		() =>
			faultyHttp((response) =>
				response.socket?.write(
					'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
				),
			),
		'unknown',
		/did not answer in time/,
		1,
	],
	[
		'stops in the middle of a failure',
		() =>
			faultyHttp((response) => {
				response.writeHead(500, { 'content-length': 100 });
				response.write('half', () => response.destroy());
			}),
		'unknown',
		/may have started/,
		1,
	],
])('a service that %s', async (_fault, open, outcome, message, requests) => {
	const service = await open();
	const { error, details } = await runAgainst(service, { maxRetries: 1 });
	expect(details?.outcome).toBe(outcome);
	expect(error).toMatch(message);
	// What certainly did not start is tried once more; what may have started never is.
	expect(details?.attempts).toBe(outcome === 'notStarted' ? 2 : 1);
	expect(service.taken).toHaveLength(requests);
});

test('a success whose body breaks off was started: the item says so, and it is not sent again', async () => {
	const service = await faultyHttp((response) => {
		response.writeHead(200, { 'content-length': 100, 'content-type': 'application/json' });
		response.write('{"half":', () => response.destroy());
	});
	const item = await runAgainst(service, { retryUnknown: true });
	expect(item.error).toBeUndefined();
	expect(item).toMatchObject({ statusCode: 200, warning: expect.stringMatching(/was started/) });
	expect(service.taken).toHaveLength(1);
});

test.each([2 ** 40, 1000.5])('a time-out of %d ms leaves time for an answer', async (timeout) => {
	const service = await faultyHttp((response) => setTimeout(() => response.end('{"ok":true}'), 50));
	expect(await runAgainst(service, { timeout })).toEqual({ ok: true });
});

test('an unknown outcome is sent again with Retry Unknown, as often as Max Retries says', async () => {
	const service = await faultyHttp((response) => response.destroy());
	const { details } = await runAgainst(service, { retryUnknown: true, maxRetries: 2 });
	expect(details).toMatchObject({ outcome: 'unknown', attempts: 3 });
	expect(service.taken).toHaveLength(3);
});

test('a 429 with Retry-After is waited for, and then started once', async () => {
	const service = await faultyHttp((response, _body, nth) => {
		response.writeHead(nth === 1 ? 429 : 200, { 'retry-after': '1' });
		response.end('{"ok":true}');
	});
	expect(await runAgainst(service)).toEqual({ ok: true });
	expect(service.taken).toHaveLength(2);
});

test('a rejection is never sent again', async () => {
	const service = await faultyHttp((response) => response.writeHead(422).end('no'));
	const { details } = await runAgainst(service, { retryUnknown: true });
	expect(details).toEqual({
		outcome: 'rejected',
		slug: 'order-1',
		attempts: 1,
		statusCode: 422,
		body: 'no',
	});
	expect(service.taken).toHaveLength(1);
});

test('what the service said can be used on the error branch, as JSON or as text', async () => {
	const answers: Array<[string, unknown]> = [
		['{"error":"no such field","sent":"Bearer secret-token-12345"}', 'no such field'],
		['No such field', undefined],
	];
	for (const [body, error] of answers) {
		const service = await faultyHttp((response) => response.writeHead(422).end(body));
		const { details } = await runAgainst(service);
		const said = details?.body as { error?: unknown };
		expect(said.error).toBe(error);
		expect(JSON.stringify(said)).not.toContain('secret-token');
	}
});

test('a 401 whose body cannot be read is a rejection, and is not sent once more by the helper', async () => {
	const service = await faultyHttp((response) => {
		response.writeHead(401, { 'content-encoding': 'gzip' }).end('not packed at all');
	});
	const { details } = await runAgainst(service);
	expect(details).toMatchObject({ outcome: 'rejected', attempts: 1, statusCode: 401 });
	expect(service.taken).toHaveLength(1);
});
