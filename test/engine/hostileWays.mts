import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** What a service does with the connection of a request that it has read: nothing of it ever ends. */
export interface HostileWay {
	title: string;
	answer: (socket: Socket) => void;
	/** Whether the head says that the flow was started. */
	isStarted?: boolean;
	/** What the head says of a flow that was not; without one, it may have been started. */
	failure?: { error: RegExp; outcome: string };
}

const head = (status: string, ...headers: string[]) =>
	`HTTP/1.1 ${status}\r\n${[...headers, '', ''].join('\r\n')}`;

const BLOCK = Buffer.alloc(2 ** 16, 'x');
/** 10 KB that unpack to 10 MB; one such member of a gzip file may follow another. */
const BOMB = gzipSync(Buffer.alloc(10_000_000, 'x'));

/** As fast as it is taken. */
function pour(first: string, block: string | Buffer) {
	return (socket: Socket) => {
		const next = () => {
			while (!socket.destroyed && socket.write(block));
		};
		socket.on('drain', next).write(first);
		next();
	};
}

/** A little, again and again: no silence is long enough to end it. */
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
		title: 'a service that has too much to do, and says so slowly',
		answer: trickle(head('429 No', PLAIN), 'x'),
		failure: { error: /\(HTTP 429\): the flow was not started/, outcome: 'notStarted' },
	},
	{ title: 'a head that trickles', answer: trickle('HTTP/1.1 200 OK\r\nX: ', 'x') },
	{ title: 'silence', answer: () => {} },
];
