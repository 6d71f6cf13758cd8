import { createServer } from 'node:http';
import type { Socket } from 'node:net';

import { listen, recording, type FaultyService } from './faultyService.mts';

/** A service that never ends a connection. */
export interface HostileService extends FaultyService {
	/** Resolves when a request has been read and its answer has begun. */
	answered: Promise<void>;
	/** Resolves when the other side has ended every connection: nothing can be written any more. */
	letGo: () => Promise<void>;
}

/** @param answer What to do with the connection of a request, once its body has been read. */
export async function hostileService(
	answer: (socket: Socket, body: string) => void,
): Promise<HostileService> {
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
		answered,
		letGo: async () => void (await Promise.all(sockets.map(ended))),
	};
}
