import diagnostics from 'node:diagnostics_channel';
import { createServer as createHttp, type ClientRequest, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { connect, createServer as createTcp, type Socket } from 'node:net';

import { listen, recording } from '../faultyService.mts';
import type { Certificates } from './certificates.mts';

/** How a request gets to the service. */
export type Route = 'tcp' | 'TLSv1.2' | 'TLSv1.3';

/** One way in which a connection fails. The first property that is set decides. */
export interface Way {
	certificate?: keyof Certificates;
	/** Called as soon as the connection is open. */
	onConnect?: (client: Socket) => void;
	/** Called with the first bytes of the request or the handshake, which are then not passed on. */
	onFirstBytes?: (client: Socket) => void;
	/** Called after the first part of a large request. The rest is not read. */
	within?: (client: Socket) => void;
	/** Called when the service has read the whole request. */
	onRead?: (client: Socket, response: ServerResponse) => void;
}

/** How much of a large request is passed on before it is broken off, in bytes. */
const FIRST_PART = 100_000;

/**
 * A service that reads requests, and a line to it that breaks in one way. The line is a second server
 * in front of the service. It sees TLS as bytes, so it can do what a network or a balancer can do.
 */
export async function brokenService(way: Way, route: Route, certificates: Certificates) {
	const received: string[] = [];
	const clients = new Map<number, Socket>();
	const handler = recording((response) => {
		const client = clients.get(response.socket?.remotePort ?? 0);
		if (client === undefined || way.onRead === undefined) response.end('{}');
		else way.onRead(client, response);
	}, received);
	const certificate = certificates[way.certificate ?? 'good'];
	const server =
		route === 'tcp'
			? createHttp(handler)
			: createHttps({ ...certificate, minVersion: route, maxVersion: route }, handler);
	const service = await listen(server, 'http', received);

	const front = createTcp((client) => {
		const toService = connect(Number(new URL(service.url).port), '127.0.0.1');
		toService.on('error', () => {}).on('close', () => client.destroy());
		client.on('close', () => toService.destroy());
		toService.once('connect', () => {
			clients.set(toService.localPort ?? 0, client);
			if (way.onConnect === undefined) passOn(client, toService, way);
			else way.onConnect(client);
		});
	});
	const open = await listen(front, route === 'tcp' ? 'http' : 'https', []);
	return {
		url: open.url.replace('127.0.0.1', 'localhost'),
		received,
		close: async () => {
			await open.close();
			await service.close();
		},
	};
}

function passOn(client: Socket, service: Socket, { onFirstBytes, within }: Way): void {
	service.on('data', (bytes) => client.write(bytes)).on('end', () => client.end());
	let passed = 0;
	const breakOff = (how: (client: Socket) => void) => how(client.pause().off('data', pass));
	const pass = (bytes: Buffer) => {
		if (onFirstBytes !== undefined) return breakOff(onFirstBytes);
		service.write(bytes);
		passed += bytes.length;
		if (within !== undefined && passed > FIRST_PART) breakOff(within);
	};
	client.on('data', pass);
}

/** Resolves when a client in this process has read the head of the answer of the service at this port. */
export async function answered(port: number | undefined): Promise<void> {
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
