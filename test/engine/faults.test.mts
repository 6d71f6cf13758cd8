/** What n8n's HTTP helper reports of a service that breaks off, and what the node makes of it. */
import type { INodeParameters } from 'n8n-workflow';

import { reply, REFUSING_URL, serviceForEach, type Behaviour } from './faultyService.mts';
import { runNode, TOKEN } from './harness.mts';

const service = serviceForEach();

async function run(options: INodeParameters = {}, url = service.url) {
	const { outputs } = await runNode({
		url,
		parameters: { options: { timeout: 300, ...options } },
		settings: { onError: 'continueRegularOutput' },
	});
	return outputs[0]?.[0]?.json;
}

const failed = (outcome: string, attempts: number, error: RegExp, more: object = {}) => ({
	error: expect.stringMatching(error),
	details: { outcome, slug: 'order-1', attempts, ...more },
});

const half =
	(status: number): Behaviour =>
	(response) => {
		response.writeHead(status, { 'content-length': 100 });
		response.write('{"half":', () => response.destroy());
	};

const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';

test.each<[string, Behaviour, object]>([
	['never answers', () => {}, failed('unknown', 1, /did not answer in time/)],
	[
		"answers 101, which n8n's helper never returns from",
		({ socket }) => socket?.write(SWITCHING),
		failed('unknown', 1, /did not answer in time/),
	],
	[
		'breaks off in the middle of a failure',
		half(500),
		failed('unknown', 1, /may have started/, { statusCode: 500 }),
	],
	[
		'breaks off in the middle of a success',
		half(200),
		{ statusCode: 200, warning: expect.stringMatching(/^The flow was started/) },
	],
	[
		'refuses, which the error branch gets as JSON without the token',
		reply(422, JSON.stringify({ error: 'no such field', sent: `Bearer ${TOKEN}` })),
		failed('rejected', 1, /does not accept this context/, {
			statusCode: 422,
			body: { error: 'no such field', sent: 'Bearer ***' },
		}),
	],
	[
		'refuses with a body that cannot be read',
		reply(401, 'not packed at all', { 'content-encoding': 'gzip' }),
		failed('rejected', 1, /access token/, { statusCode: 401 }),
	],
])('a service that %s is sent one request', async (_fault, behave, item) => {
	service.answers(behave);
	expect(await run()).toEqual(item);
	expect(service.taken).toHaveLength(1);
});

test('a connection that is refused started nothing, and is tried as often as Max Retries says', async () => {
	expect(await run({ maxRetries: 1 }, REFUSING_URL)).toEqual(
		failed('notStarted', 2, /^127\.0\.0\.1:9 refused the connection: the flow was not started$/),
	);
});

test.each<[string, Behaviour, number]>([
	['what may have started', (response) => response.destroy(), 3],
	['nothing that was rejected', reply(422), 1],
	['nothing that was started', half(200), 1],
])('with Retry Uncertain Starts, %s is sent again', async (_what, behave, requests) => {
	service.answers(behave);
	await run({ retryUnknown: true, maxRetries: 2 });
	expect(service.taken).toHaveLength(requests);
});

test('a 429 with Retry-After is waited for, and then started once', async () => {
	service.answers((response, _body, nth) => {
		response.writeHead(nth === 1 ? 429 : 200, { 'retry-after': '1' }).end('{"ok":true}');
	});
	expect(await run()).toEqual({ ok: true });
	expect(service.taken).toHaveLength(2);
});

test.each([2 ** 40, 1000.5])('a time-out of %d ms leaves time for an answer', async (timeout) => {
	expect(await run({ timeout })).toEqual({});
});
