import { constants } from 'node:crypto';
import diagnostics from 'node:diagnostics_channel';
import { createServer as createHttp, type ClientRequest } from 'node:http';
import { createServer as createHttps, type ServerOptions } from 'node:https';
import { connect, createServer as createTcp, type AddressInfo, type Socket } from 'node:net';
import type { SecureVersion } from 'node:tls';

import { listen, recording } from '../faultyService.mts';
import type { Certificates } from './certificates.mts';
import type { Line, Route, Way } from './ways.mts';

export interface BrokenService {
	port: number;
	/** How many requests were read whole: each of them may be a start. */
	read: () => number;
	close: () => Promise<void>;
}

/** How much of a large request is passed on before it is broken off, in bytes. */
const FIRST_PART = 100_000;

/**
 * A service that reads requests, and a line to it that breaks in one way. The line is a server of its
 * own in front of the service: it sees TLS as bytes, and so does to it what a network or a balancer can.
 */
export async function brokenService(
	way: Way,
	route: Route,
	certificates: Certificates,
): Promise<BrokenService> {
	const taken: string[] = [];
	const lines = new Map<number, Line>();
	const handler = recording((response) => {
		const line = lines.get(response.socket?.remotePort ?? 0);
		if (line === undefined || way.onRead === undefined) response.end('{}');
		else way.onRead(line, response, certificates);
	}, taken);
	const isTls = versionOf(route) !== undefined;
	const service = await listen(
		isTls ? createHttps(tlsOptions(way, route, certificates), handler) : createHttp(handler),
		'http',
		taken,
	);

	const front = createTcp((client) => {
		const toService = connect(Number(new URL(service.url).port), '127.0.0.1');
		toService.on('error', () => {}).on('close', () => client.destroy());
		client.on('close', () => toService.destroy());
		const line = { client, service: toService, answered: answered(portOf(front)) };
		toService.once('connect', () => {
			lines.set(toService.localPort ?? 0, line);
			if (way.onConnect === undefined) passOn(line, way);
			else way.onConnect(line);
		});
	});
	const open = await listen(front, 'http', []);
	return {
		port: portOf(front),
		read: () => taken.length,
		close: async () => {
			await open.close();
			await service.close();
		},
	};
}

function passOn(line: Line, way: Way): void {
	const { client, service } = line;
	service.on('data', (bytes) => client.write(bytes));
	service.on('end', () => client.end());
	let passed = 0;
	const pass = (bytes: Buffer) => {
		if (passed === 0 && way.onFirstBytes !== undefined) {
			client.pause().off('data', pass);
			way.onFirstBytes(line);
			return;
		}
		service.write(bytes);
		passed += bytes.length;
		if (passed > FIRST_PART && way.within !== undefined) {
			client.pause().off('data', pass);
			way.within(line);
		}
	};
	client.on('data', pass);
}

/** Resolves when a client in this process has read the head of an answer from that port. */
async function answered(port: number): Promise<void> {
	const channel = 'http.client.response.finish';
	await new Promise<void>((resolve) => {
		const listener = (message: unknown) => {
			const { request } = message as { request: ClientRequest };
			if (!`${request.getHeader('host')}`.endsWith(`:${port}`)) return;
			diagnostics.unsubscribe(channel, listener);
			resolve();
		};
		diagnostics.subscribe(channel, listener);
	});
}

function versionOf(route: Route): SecureVersion | undefined {
	if (route.endsWith('12')) return 'TLSv1.2';
	return route.endsWith('13') ? 'TLSv1.3' : undefined;
}

function tlsOptions(way: Way, route: Route, certificates: Certificates): ServerOptions {
	const version = versionOf(route);
	const { key, cert } = certificates[way.certificate ?? 'good'];
	const asks = way.asksForCertificate ?? false;
	return {
		key,
		cert,
		minVersion: version,
		maxVersion: version,
		// A new handshake is a whole one.
		secureOptions: constants.SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION,
		requestCert: asks,
		rejectUnauthorized: asks,
	};
}

function portOf(server: { address: () => unknown }): number {
	return (server.address() as AddressInfo).port;
}

/**
 * A proxy for http (it takes the whole URL) and https (CONNECT). It changes nothing on the way.
 *
 * @param wayTo What is to happen at the proxy itself, by the port that a request is for.
 */
export async function openProxy(
	wayTo: (port: number) => Way | undefined,
): Promise<{ url: string; close: () => Promise<void> }> {
	const proxy = createTcp((client) => {
		client.once('data', (head: Buffer) => {
			client.pause();
			const [, method, port] =
				/^(\w+) (?:http:\/\/)?[\w.]+:(\d+)/.exec(head.toString('latin1')) ?? [];
			const atProxy = wayTo(Number(port))?.atProxy;
			if (atProxy !== undefined) return void atProxy(client.resume());
			const target = connect(Number(port), '127.0.0.1', () => {
				if (method === 'CONNECT') client.write('HTTP/1.1 200 Connection established\r\n\r\n');
				else target.write(head);
				join(client, target);
				join(target, client);
			});
			target.on('error', () => client.resetAndDestroy());
			client.on('close', () => target.destroy());
		});
	});
	const { url, close } = await listen(proxy, 'http', []);
	return { url: new URL(url).origin, close };
}

function join(from: Socket, to: Socket): void {
	from
		.on('data', (bytes) => to.write(bytes))
		.on('end', () => to.end())
		.on('error', () => to.resetAndDestroy())
		.on('close', () => to.destroy())
		.resume();
}
