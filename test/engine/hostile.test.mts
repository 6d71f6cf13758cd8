/** A service whose answers never end. When the node ends the request, its connection ends, too. */
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { serviceForEach } from './faultyService.mts';
import { CONTINUE_ON_ERROR, runNode } from './harness.mts';
import { answered } from './parts/brokenService.mts';

const service = serviceForEach();

/** A way to answer a request that never ends. */
interface HostileWay {
	title: string;
	answer: (socket: Socket) => void;
	/** Whether the head says that the flow was started. */
	isStarted?: boolean;
}

const head = (status: string, ...headers: string[]) =>
	`HTTP/1.1 ${status}\r\n${[...headers, '', ''].join('\r\n')}`;

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
		title: 'packed data without end',
		answer: pour(head('200 OK', PLAIN, 'Content-Encoding: gzip'), BOMB),
		isStarted: true,
	},
	{
		title: 'a body that trickles',
		answer: trickle(head('200 OK', PLAIN), 'x'),
		isStarted: true,
	},
	{ title: 'a head that trickles', answer: trickle('HTTP/1.1 200 OK\r\nX: ', 'x') },
];

/** Lets the service answer each request in this way. */
function answerWith(answer: HostileWay['answer']) {
	const sockets: Socket[] = [];
	/** Resolves when the first answer has begun. */
	const begun = new Promise<void>((resolve) => {
		service.answers((response) => {
			const socket = response.socket as Socket;
			sockets.push(socket);
			answer(socket);
			resolve();
		});
	});
	/** Resolves when the node has ended every connection: nothing can be written any more. */
	const letGo = async () => {
		for (const socket of sockets) {
			if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
		}
	};
	return { begun, letGo };
}

const TIMEOUT_MS = 123_456;

/** Replaces the clock of this time-out alone. @returns What lets the time pass. */
function stopTime(): () => void {
	const timeUp = new AbortController();
	const { timeout } = AbortSignal;
	jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((ms) => (ms === TIMEOUT_MS ? timeUp.signal : timeout(ms)));
	return () => timeUp.abort();
}

afterEach(() => jest.restoreAllMocks());

test.each(WAYS)('$title: the time-out ends it', async ({ answer, isStarted = false }) => {
	const { begun, letGo } = answerWith(answer);
	const letTimePass = stopTime();
	// The head of a started flow's answer has to have reached the node: n8n hands it on in another turn.
	const received = isStarted ? answered(Number(new URL(service.url).port)).then(turn) : begun;
	// A started flow is not sent again, even with Retry Uncertain Starts.
	const options = { maxRetries: 0, timeout: TIMEOUT_MS, retryUnknown: isStarted };
	const running = runNode({
		url: service.url,
		parameters: { options },
		settings: CONTINUE_ON_ERROR,
	});
	await received;
	letTimePass();
	const { shown } = await running;
	expect(service.received).toHaveLength(1);
	expect(shown[0]).toMatchObject(
		isStarted
			? { statusCode: 200, warning: expect.stringMatching(/^The flow was started, but/) }
			: {
					error: expect.stringMatching(/did not answer in time: the flow may have started$/),
					details: { outcome: 'unknown', attempts: 1 },
				},
	);
	await letGo();
});

test.each(WAYS)('$title: Stop ends the connection', async ({ answer }) => {
	const { begun, letGo } = answerWith(answer);
	const atEnd = await runNode({ url: service.url }, begun);
	await letGo();
	expect(atEnd.run.status).toBe('canceled');
	expect(service.received).toHaveLength(1);
});
