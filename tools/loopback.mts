import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

import { UserError } from './userError.mts';

/** A server that listens. */
export interface OpenServer {
	port: number;
	/** Such as `http://127.0.0.1:4010`. */
	origin: string;
	/** Breaks off every connection and refuses new ones. */
	close: () => Promise<void>;
}

/**
 * Opens a server on loopback.
 *
 * @param port 0 (the default) uses a free port.
 * @param backlog How many connections may wait in line.
 * @throws when the port is in use (`EADDRINUSE`).
 */
export async function openServer(server: Server, port = 0, backlog?: number): Promise<OpenServer> {
	const sockets = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.on('error', () => {}).on('close', () => sockets.delete(socket));
	});
	await once(server.listen(port, '127.0.0.1', backlog), 'listening');
	const { port: ownPort } = server.address() as AddressInfo;
	return {
		port: ownPort,
		origin: `http://127.0.0.1:${ownPort}`,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** A port on loopback that nobody uses now. */
export async function freePort(): Promise<number> {
	const { port, close } = await openServer(createServer());
	await close();
	return port;
}

/** Whether nobody listens on a port of loopback. */
export async function isFree(port: number): Promise<boolean> {
	const open = await openServer(createServer(), port).catch(() => undefined);
	await open?.close();
	return open !== undefined;
}

/** @throws UserError when somebody listens on a port of loopback. */
export async function requireFree(port: number): Promise<void> {
	if (await isFree(port)) return;
	throw new UserError(
		`Port ${port} is in use, perhaps by a demo that still runs. End the program that uses it, then run the same command again.`,
	);
}
