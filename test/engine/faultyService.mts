import {
	createServer as createHttp,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	type ServerResponse,
} from 'node:http';
import { type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import type { IDataObject } from 'n8n-workflow';

/** A service on a real socket that goes wrong in one way. */
export interface FaultyService {
	url: string;
	/** The bodies of all requests that were read whole: each of them may be a start. */
	taken: string[];
	close: () => Promise<void>;
}

/** What the service does with a request once its body has been read; `nth` counts from 1. */
export type Behaviour = (response: ServerResponse, body: string, nth: number) => void;

/** A service that reads every request and then does with it what `behave` says. */
export async function faultyHttp(behave: Behaviour): Promise<FaultyService> {
	const taken: string[] = [];
	return await listen(createHttp(recording(behave, taken)), 'http', taken);
}

export interface TestService extends Pick<FaultyService, 'url' | 'taken'> {
	/** How it answers for the rest of the test. */
	answers: (behave: Behaviour) => void;
	/** The contexts of all starts, in the order of their arrival. */
	contexts: () => IDataObject[];
	/** What each of them has as `n`: which items were sent, and how often. */
	numbers: () => unknown[];
}

/** A service for each test of a file. It starts everything, unless a test says otherwise. */
export function serviceForEach(usual: Behaviour = reply(200)): TestService {
	let open: FaultyService;
	let behave: Behaviour;
	beforeEach(async () => {
		behave = usual;
		open = await faultyHttp((...request) => behave(...request));
	});
	afterEach(async () => await open.close());
	return {
		get url() {
			return open.url;
		},
		get taken() {
			return open.taken;
		},
		answers: (next) => (behave = next),
		contexts: () => open.taken.map(contextOf),
		numbers: () => open.taken.map((body) => contextOf(body).n),
	};
}

/** Answers always the same. */
export function reply(status: number, body = '{}', headers: OutgoingHttpHeaders = {}): Behaviour {
	return (response) => response.writeHead(status, headers).end(body);
}

/** Starts everything but the items with these numbers, which get these statuses. */
export function statusByNumber(statuses: Record<number, number>, said = '{}'): Behaviour {
	return (response, body) =>
		response.writeHead(statuses[contextOf(body).n as number] ?? 200).end(said);
}

/** The head of an answer with this status, and half of its body. */
export function half(status: number): Behaviour {
	return (response) => {
		response.writeHead(status, { 'content-length': 100 });
		response.write('{"half":', () => response.destroy());
	};
}

export function contextOf(body: string): IDataObject {
	return (JSON.parse(body) as { context: IDataObject }).context;
}

/**
 * The port for "discard", where nobody listens. Not one that was free a moment ago: a test that runs beside this
 * one may be given it.
 */
export const DEAD_PORT = 9;

/** Notes each body that was read whole, and then lets `behave` answer. */
export function recording(behave: Behaviour, taken: string[]) {
	return (request: IncomingMessage, response: ServerResponse) => {
		text(request).then(
			(body) => {
				taken.push(body);
				behave(response, body, taken.length);
			},
			() => {},
		);
	};
}

/** Opens a server on a free port of loopback. */
export async function listen(
	server: Server,
	protocol: 'http' | 'https',
	taken: string[],
): Promise<FaultyService> {
	const sockets = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.on('error', () => {}).on('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `${protocol}://127.0.0.1:${port}/start`,
		taken,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
