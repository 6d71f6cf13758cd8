import {
	createServer as createHttp,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	type ServerResponse,
} from 'node:http';
import type { Server } from 'node:net';
import { text } from 'node:stream/consumers';

import type { IDataObject } from 'n8n-workflow';

import { openServer } from '../../tools/loopback.mts';

/** A service on a real socket that fails in one way. */
export interface FaultyService {
	url: string;
	/** The bodies of all requests that were read completely. Each of them may be a start. */
	received: string[];
	close: () => Promise<void>;
}

/** What the service does with a request once its body has been read; `nth` counts from 1. */
export type Behaviour = (response: ServerResponse, body: string, nth: number) => void;

/** A service that reads every request, and then calls `behave` for it. */
export async function faultyHttp(behave: Behaviour): Promise<FaultyService> {
	const received: string[] = [];
	return await listen(createHttp(recording(behave, received)), 'http', received);
}

export interface TestService extends Pick<FaultyService, 'url' | 'received'> {
	/** The request that it has read last. */
	last: IncomingMessage;
	/** Sets how it answers for the rest of the test. */
	answers: (behave: Behaviour) => void;
	/** The contexts of all starts, in the order of their arrival. */
	contexts: () => IDataObject[];
	/** The field `n` of each context: it shows which items were sent, and how often. */
	numbers: () => unknown[];
}

/** Opens a service for each test of a file. By default it starts everything. */
export function serviceForEach(usual: Behaviour = reply(200)): TestService {
	let open: FaultyService;
	let behave: Behaviour;
	let last: IncomingMessage;
	beforeEach(async () => {
		behave = usual;
		open = await faultyHttp((response, ...request) => {
			last = response.req;
			behave(response, ...request);
		});
	});
	afterEach(async () => await open.close());
	return {
		get url() {
			return open.url;
		},
		get received() {
			return open.received;
		},
		get last() {
			return last;
		},
		answers: (next) => (behave = next),
		contexts: () => open.received.map(contextOf),
		numbers: () => open.received.map((body) => contextOf(body).n),
	};
}

/** Gives the same answer to every request. */
export function reply(status: number, body = '{}', headers: OutgoingHttpHeaders = {}): Behaviour {
	return (response) => response.writeHead(status, headers).end(body);
}

/** Starts everything but the items with these numbers, which get these statuses. */
export function statusByNumber(statuses: Record<number, number>, answer = '{}'): Behaviour {
	return (response, body) =>
		response.writeHead(statuses[contextOf(body).n as number] ?? 200).end(answer);
}

export function contextOf(body: string): IDataObject {
	return (JSON.parse(body) as { context: IDataObject }).context;
}

/**
 * The port for "discard", where nobody listens. A port that was free a moment ago would not do, because a test
 * that runs at the same time may get it.
 */
export const DEAD_PORT = 9;

/** Records each body once it is read completely, and then lets `behave` answer. */
export function recording(behave: Behaviour, received: string[]) {
	return (request: IncomingMessage, response: ServerResponse) => {
		text(request).then(
			(body) => {
				received.push(body);
				behave(response, body, received.length);
			},
			() => {},
		);
	};
}

/** Opens a server on a free port of loopback. */
export async function listen(
	server: Server,
	protocol: 'http' | 'https',
	received: string[],
): Promise<FaultyService> {
	const { port, close } = await openServer(server);
	return { url: `${protocol}://127.0.0.1:${port}/start`, received, close };
}
