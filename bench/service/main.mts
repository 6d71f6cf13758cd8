/**
 * The service that all contenders are measured against, as a process of its own, so that it takes
 * no time from n8n's event loop. Run by the parent (`service.mts`) with the Node that runs n8n,
 * which strips the types itself.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { NONE, type Counts, type Mode } from './counts.mts';

/** Seconds that a refused client is told to wait: the smallest that Retry-After can say. */
const RETRY_AFTER = '1';

/** HTTP Request opens a connection for each item, all at once: none may be dropped by a full queue. */
const BACKLOG = 4096;

let mode: Mode = { latency: 0, capacity: null };
let counts: Counts = { ...NONE };
let ids = new Set<unknown>();
let underWay = 0;

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => take(request, Buffer.concat(chunks).toString(), response));
});
server.on('connection', () => counts.connections++);
server.listen(0, '127.0.0.1', BACKLOG, () => {
	process.send?.({ port: (server.address() as AddressInfo).port });
});

process.on('message', (message: { mode?: Mode }) => {
	if (message.mode === undefined) {
		process.send?.({ counts: { ...counts, distinct: ids.size } });
		return;
	}
	mode = message.mode;
	counts = { ...NONE };
	ids = new Set();
	process.send?.({});
});
process.on('disconnect', () => process.exit());

function take(request: IncomingMessage, body: string, response: ServerResponse): void {
	const id = idOf(request, body);
	if (id === undefined) {
		counts.misunderstood++;
		reply(response, 400, { message: 'This is not the start that the bench sends' });
	} else if (mode.capacity !== null && underWay >= mode.capacity) {
		counts.refused++;
		reply(response, 429, { message: 'Too many starts at once' }, { 'retry-after': RETRY_AFTER });
	} else {
		start(id, response);
	}
}

function start(id: unknown, response: ServerResponse): void {
	counts.starts++;
	ids.add(id);
	underWay++;
	counts.mostAtOnce = Math.max(counts.mostAtOnce, underWay);
	const answer = () => {
		underWay--;
		reply(response, 200, { id, status: 'done', next_step: 'welcome' });
	};
	if (mode.latency === 0) answer();
	else setTimeout(answer, mode.latency);
}

/** The item's id, when this is the request that every contender is to send. */
function idOf({ method, headers }: IncomingMessage, body: string): unknown {
	try {
		const { slug, context } = JSON.parse(body) as { slug: unknown; context: { id: unknown } };
		const isAsked =
			method === 'PUT' &&
			typeof slug === 'string' &&
			headers.authorization?.startsWith('Bearer ') === true &&
			headers['content-type']?.startsWith('application/json') === true;
		return isAsked ? context.id : undefined;
	} catch {
		return undefined;
	}
}

function reply(
	response: ServerResponse,
	status: number,
	body: object,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(JSON.stringify(body));
}
