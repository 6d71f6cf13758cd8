import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import pLimit from 'p-limit';

import { listExampleFields } from '../../nodes/StartFlow/form/formFields.ts';
import type { JsonObject } from '../../nodes/StartFlow/shared/json.ts';
import { openServer, type OpenServer } from '../loopback.mts';

/** How the measured service behaves. */
export interface Mode {
	/** From the whole request to the answer, in ms. */
	latency: number;
	/** How many starts it handles at once. The others wait in line. */
	atOnce: number;
	/** A few fields, the context's id alone, 5 MB of JSON, or a file of 20 MB. */
	answer: 'small' | 'id' | 'json' | 'file';
}

const ROWS = Array.from({ length: 40_000 }, (_, id) => {
	return { id, name: 'Ada Lovelace', email: `ada.${id}@example.com`, plan: 'pro', seats: id % 50 };
});

const BIG_JSON = JSON.stringify({ rows: ROWS });
const BIG_FILE = Buffer.alloc(20_000_000, 7);

/** The media type and the content of each kind of answer. */
const ANSWERS: Record<Mode['answer'], (id: unknown) => [type: string, content: string | Buffer]> = {
	small: (id) => ['application/json', JSON.stringify({ id, status: 'done', next_step: 'welcome' })],
	id: (id) => ['application/json', JSON.stringify({ id })],
	json: () => ['application/json', BIG_JSON],
	file: () => ['application/pdf', BIG_FILE],
};

/** HTTP Request opens a connection for each item at once, and a full queue must not drop any. */
const BACKLOG = 4096;

/** What the service has counted since its behaviour was set. */
const NO_COUNTS = {
	/** Flows started. */
	starts: 0,
	/** Different ids among them. */
	ids: new Set<unknown>(),
	/** The most requests that were in it at once. */
	mostInFlight: 0,
};

export type Counts = typeof NO_COUNTS;

/**
 * The service that all nodes are measured against. It runs beside n8n in this process, which does
 * nothing else meanwhile, so it takes no time from n8n's event loop.
 */
export class Service {
	counts = NO_COUNTS;
	private mode: Mode = { latency: 0, atOnce: Infinity, answer: 'small' };
	/** How many values the context of a start has. */
	private values = NaN;
	private atWork = pLimit(Infinity);

	private readonly server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
		text(request)
			.then((body) => this.take(request, body, response))
			.catch(() => response.destroy());
	});

	/** Opens it on a free port. */
	async open(): Promise<OpenServer> {
		return await openServer(this.server, 0, BACKLOG);
	}

	/**
	 * Sets how it behaves, and starts counting at 0.
	 *
	 * @param values How many values the context of each start has.
	 */
	behave(mode: Mode, values: number): void {
		this.mode = mode;
		this.values = values;
		this.counts = { ...NO_COUNTS, ids: new Set() };
		this.atWork = pLimit(mode.atOnce);
	}

	private async take(
		request: IncomingMessage,
		body: string,
		response: ServerResponse,
	): Promise<void> {
		const { counts, mode } = this;
		const { context } = JSON.parse(body) as { context: JsonObject };
		const hasAllValues = listExampleFields(context).length === this.values;
		const isAgreed = request.method === 'PUT' && hasAllValues;
		if (!isAgreed) {
			response.writeHead(400).end('This is not the start that the bench sends');
			return;
		}
		counts.starts++;
		counts.ids.add(context.id);
		if (mode.latency > 0) {
			const end = this.atWork(async () => await sleep(mode.latency));
			const inFlight = this.atWork.activeCount + this.atWork.pendingCount;
			counts.mostInFlight = Math.max(counts.mostInFlight, inFlight);
			await end;
		}
		const [type, content] = ANSWERS[mode.answer](context.id);
		response.writeHead(200, { 'content-type': type, 'content-length': content.length });
		response.end(content);
	}
}
