/** A service whose answers never end. When the node ends the request, its connection ends, too. */
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import type { INodeParameters } from 'n8n-workflow';

import { listen, recording } from './faultyService.mts';
import { CONTINUE_ON_ERROR, runAndStop, runNode } from './harness.mts';

/** A service that never ends a connection. @param answer What to do with a request, once its body has been read. */
async function hostileService(answer: (socket: Socket, body: string) => void) {
	const received: string[] = [];
	const sockets: Socket[] = [];
	let begin = () => {};
	const answered = new Promise<void>((resolve) => (begin = resolve));
	const server = createServer(
		recording(({ socket }, body) => {
			if (socket !== null) answer(socket, body);
			begin();
		}, received),
	);
	server.on('connection', (socket) => sockets.push(socket));
	const service = await listen(server, 'http', received);
	const ended = async (socket: Socket) => {
		if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
	};
	return {
		...service,
		/** Resolves when a request has been read and its answer has begun. */
		answered,
		/** Resolves when the other side has ended every connection: nothing can be written any more. */
		letGo: async () => await Promise.all(sockets.map(ended)),
		/** How much the service could write, in bytes. */
		written: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
	};
}

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

const ENDLESS_BODY: HostileWay = {
	title: 'a fast body without end',
	answer: pour(head('200 OK', PLAIN), BLOCK),
	isStarted: true,
};

const ENDLESS_FAILURE: HostileWay = {
	title: 'a fast failure without end',
	answer: pour(head('500 No', PLAIN), BLOCK),
};

const WAYS: HostileWay[] = [
	ENDLESS_BODY,
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

let service: Awaited<ReturnType<typeof hostileService>>;
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

test.each(WAYS)('$title: Stop ends the connection', async (way) => {
	service = await hostileService(way.answer);
	const atEnd = await runAndStop({ url: service.url }, service.answered);
	await service.letGo();
	expect(atEnd.run.status).toBe('canceled');
	expect(service.received).toHaveLength(1);
});

test('an answer is cut off as soon as it is too large', async () => {
	service = await hostileService(ENDLESS_BODY.answer);
	expect(await start()).toEqual({
		statusCode: 200,
		warning: expect.stringMatching(/^The flow was started, but/),
	});
	await service.letGo();
	expect(service.written()).toBeLessThan(420_000_000);
}, 60_000);

test('of a failure, only the beginning is read', async () => {
	service = await hostileService(ENDLESS_FAILURE.answer);
	expect(await start()).toMatchObject({ details: { outcome: 'unknown', statusCode: 500 } });
	await service.letGo();
	expect(service.written()).toBeLessThan(20_000_000);
});
