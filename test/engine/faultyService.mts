import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

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

/** A service with a certificate that nobody trusts. */
export async function untrustedHttps(): Promise<FaultyService> {
	const folder = mkdtempSync(join(tmpdir(), 'trigger-flow-cert-'));
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes'];
	execFileSync(
		'openssl',
		['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...subject],
		{
			stdio: 'ignore',
		},
	);
	const taken: string[] = [];
	const server = createHttps(
		{ key: readFileSync(key), cert: readFileSync(cert) },
		recording((response) => response.end('{}'), taken),
	);
	rmSync(folder, { recursive: true });
	return await listen(server, 'https', taken);
}

/**
 * The port for "discard", where nobody listens. Not one that was free a moment ago: a test that runs beside this
 * one may be given it.
 */
export const DEAD_PORT = 9;

/** An address that refuses connections. */
export async function refusing(): Promise<FaultyService> {
	return { url: `http://127.0.0.1:${DEAD_PORT}/start`, taken: [], close: async () => {} };
}

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
