/** A service whose answers never end. When the node ends the request, its connection ends, too. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import type { INodeParameters } from 'n8n-workflow';

import { CONTINUE_ON_ERROR, runAndStop, runNode } from './harness.mts';
import { hostileService, type HostileService } from './hostileService.mts';

/** A way to answer a request that never ends. */
interface HostileWay {
	title: string;
	answer: (socket: Socket) => void;
	/** Whether the head says that the flow was started. */
	isStarted?: boolean;
	/** The failure that the head proves. Without one, the flow may have been started. */
	failure?: { error: RegExp; outcome: string };
}

const head = (status: string, ...headers: string[]) =>
	`HTTP/1.1 ${status}\r\n${[...headers, '', ''].join('\r\n')}`;

const BLOCK = Buffer.alloc(2 ** 16, 'x');
/** 10 KB that unpack to 10 MB. A gzip file may hold any number of such members. */
const BOMB = gzipSync(Buffer.alloc(10_000_000, 'x'));

/** Writes as fast as the other side reads. */
function pour(first: string, block: string | Buffer) {
	return (socket: Socket) => {
		const next = () => {
			while (!socket.destroyed && socket.write(block));
		};
		socket.on('drain', next).write(first);
		next();
	};
}

/** Writes a little again and again, so no silence is long enough to end the request. */
function trickle(first: string, drop: string) {
	return (socket: Socket) => {
		socket.write(first);
		const timer = setInterval(() => socket.write(drop), 20);
		socket.once('close', () => clearInterval(timer));
	};
}

const PLAIN = 'Content-Type: text/plain';

const WAYS: readonly HostileWay[] = [
	{
		title: 'a fast body without end',
		answer: pour(head('200 OK', PLAIN), BLOCK),
		isStarted: true,
	},
	{
		title: 'packed data without end',
		answer: pour(head('200 OK', PLAIN, 'Content-Encoding: gzip'), BOMB),
		isStarted: true,
	},
	{
		title: 'a body that trickles',
		answer: trickle(head('200 OK', PLAIN), 'x'),
		isStarted: true,
	},
	{
		title: 'a 429 whose body trickles',
		answer: trickle(head('429 No', PLAIN), 'x'),
		failure: { error: /\(HTTP 429\): the flow was not started/, outcome: 'notStarted' },
	},
	{ title: 'a head that trickles', answer: trickle('HTTP/1.1 200 OK\r\nX: ', 'x') },
	{ title: 'silence', answer: () => {} },
];

let service: HostileService;
afterEach(async () => await service?.close());

async function start(options: INodeParameters = {}) {
	const { shown } = await runNode({
		url: service.url,
		parameters: { contextMode: 'fields', options: { maxRetries: 0, ...options } },
		settings: CONTINUE_ON_ERROR,
	});
	expect(service.received).toHaveLength(1);
	return shown[0];
}

test.each(WAYS)('$title: the time-out ends the connection', async (way) => {
	service = await hostileService(way.answer);
	const { error, outcome } = way.failure ?? {
		error: /did not answer in time: the flow may have started$/,
		outcome: 'unknown',
	};
	// A started flow is not sent again, even with Retry Uncertain Starts.
	const shown = await start({ timeout: 400, retryUnknown: way.isStarted === true });
	expect(shown).toMatchObject(
		way.isStarted
			? { statusCode: 200, warning: expect.stringMatching(/^The flow was started, but/) }
			: { error: expect.stringMatching(error), details: { outcome, attempts: 1 } },
	);
	await service.letGo();
});

test.each(WAYS)('$title: Stop ends the connection', async ({ answer }) => {
	service = await hostileService(answer);
	const atEnd = await runAndStop({ url: service.url }, service.answered);
	await service.letGo();
	expect(atEnd.run.status).toBe('canceled');
	expect(service.received).toHaveLength(1);
});
