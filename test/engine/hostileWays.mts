import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A way to answer a request that never ends. */
export interface HostileWay {
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

export const ENDLESS_BODY: HostileWay = {
	title: 'a fast body without end',
	answer: pour(head('200 OK', PLAIN), BLOCK),
	isStarted: true,
};

export const ENDLESS_FAILURE: HostileWay = {
	title: 'a fast failure without end',
	answer: pour(head('500 No', PLAIN), BLOCK),
};

export const WAYS: readonly HostileWay[] = [
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
