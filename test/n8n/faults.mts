import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';

import { table } from '../../tools/docs/table.mts';
import { SILENT_SLUG } from '../../tools/stand-in/flows.mts';
import { contextOf, listen, recording, type Behaviour } from '../engine/faultyService.mts';
import { fieldsOf, type Journey, type TestBed } from './testBed.mts';
import { Waiting } from './waiting.mts';

const COUNT = 20;

/** How many requests a service under a storm accepts at once. */
const ROOM = 3;

/** A request that the service has read. */
interface ReadRequest {
	response: ServerResponse;
	/** Notes the start. */
	note: () => void;
	/** Notes the start and answers. */
	start: () => void;
	/** How many other requests are being answered. */
	inFlight: number;
}

interface Fault {
	title: string;
	/** Fails the request. Every second item is struck. */
	strike?: (request: ReadRequest) => void;
	/** Strikes every second connection before anything is read. */
	resets?: boolean;
	/** The address that the credential has in place of the service's. */
	url?: (url: string) => string;
	options?: object;
}

const reject =
	(status: number, headers = {}) =>
	({ response }: ReadRequest) => {
		response.writeHead(status, headers).end('{}');
	};

/** Answers 429 when too many requests are in flight. Each accepted request takes a moment. */
const storm =
	(headers = {}) =>
	(request: ReadRequest) => {
		if (request.inFlight >= ROOM) reject(429, headers)(request);
		else setTimeout(request.start, 50);
	};

const FAULTS: Fault[] = [
	{ title: 'Connection reset before the request', resets: true },
	{
		title: 'Connection reset after the request',
		strike: ({ note, response }) => {
			note();
			response.socket?.resetAndDestroy();
		},
	},
	{
		title: 'Half an answer',
		strike: ({ note, response }) => {
			note();
			response
				.writeHead(200, { 'content-length': 100 })
				.write('{"half":', () => response.destroy());
		},
	},
	{
		title: 'Answer later than Timeout',
		options: { timeout: 1_000 },
		strike: ({ note }) => note(),
	},
	{ title: 'Host name not found', url: () => 'http://flows.invalid/start' },
	{ title: 'TLS handshake fails', url: (url) => url.replace('http:', 'https:') },
	{ title: 'Proxy answers 502', strike: reject(502) },
	{ title: 'Always 429', strike: reject(429) },
	{ title: '429 storm without Retry-After', strike: storm(), options: { maxRetries: 10 } },
	{
		title: '429 storm with Retry-After',
		strike: storm({ 'retry-after': '1' }),
		options: { maxRetries: 10 },
	},
];

/** Faults of the network and of n8n, with all starts counted. Prints the table that the docs show. */
export const faults: Journey = async (bed, scenario) => {
	const rows: string[][] = [];
	const note = (title: string, starts: number, outcomes: string) =>
		rows.push([title, String(starts), outcomes, '0', '0']);

	for (const fault of FAULTS) {
		await scenario.step(`${fault.title}: nothing is lost silently or started twice`, async () => {
			const { starts, outcomes } = await meet(bed, fault);
			assert.equal(outcomes.length, COUNT);
			for (const [n, outcome] of outcomes.entries()) {
				const count = starts.filter((one) => one === n).length;
				const expected = { started: [1], unknown: [0, 1] }[outcome] ?? [0];
				assert.ok(expected.includes(count), `item ${n}, ${outcome}, was started ${count} times`);
			}
			note(fault.title, starts.length, countsOf(outcomes));
		});
	}

	const wait = async (path: string) => await Waiting.begin(bed, path, SILENT_SLUG);
	await scenario.step('A callback that comes twice at once is accepted once', async () => {
		const waiting = await wait('fault-twice');
		const calls = await Promise.all([waiting.call('{"a":1}'), waiting.call('{"a":1}')]);
		assert.deepEqual(calls.map(({ status }) => status).sort(), [200, 409]);
		await waiting.wentOnWith({ a: 1 });
		note('Callback twice at once', 1, 'one 200, one 409; went on once');
	});
	await scenario.step('n8n is stopped while it waits, and goes on with the callback', async () => {
		const waiting = await wait('fault-stopped');
		await bed.lab.restart();
		assert.equal((await waiting.call('{"a":1}')).status, 200);
		await waiting.wentOnWith({ a: 1 });
		note('n8n stopped while it waits', 1, 'went on once');
	});
	const head = ['Fault', 'Starts', 'Reported as', 'Silently lost', 'Twice'];
	console.log(table([`${head[0]} (${COUNT} items each)`, ...head.slice(1)], rows));
};

/** Sends the items through a fault. Resolves to the starts, and to the reported outcome of each item. */
async function meet(bed: TestBed, fault: Fault): Promise<{ starts: number[]; outcomes: string[] }> {
	const starts: number[] = [];
	let inFlight = 0;
	let connections = 0;
	const answer: Behaviour = (response, body) => {
		const now = inFlight++;
		response.once('close', () => inFlight--);
		const n = contextOf(body).n as number;
		const note = () => void starts.push(n);
		const start = () => {
			note();
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ n }));
		};
		const isStruck = n % 2 === 1 || fault.title.includes('storm');
		if (isStruck && fault.strike) fault.strike({ response, note, start, inFlight: now });
		else start();
	};
	const server = createServer(recording(answer, []));
	server.on('connection', (socket) => {
		if (fault.resets && ++connections % 2 === 0) socket.resetAndDestroy();
	});
	const service = await listen(server, 'http', []);
	try {
		const path = `fault-${fault.title.replaceAll(/\W+/g, '-')}`;
		const baseUrl = (fault.url ?? String)(service.url);
		const credential = await bed.createCredential(path, { baseUrl, allowInsecureHttp: true });
		const sent = Array.from({ length: COUNT }, (_, n) => ({ n, slug: 'order-1' }));
		const settings = { onError: 'continueErrorOutput' };
		const parameters = { options: { ...fault.options } };
		const { id } = await bed.run({ path, credential, parameters, settings }, sent);
		const [run] = await bed.saved(id);
		const failed = new Map(
			fieldsOf(run, 1).map(({ n, details }) => [n, (details as { outcome: string }).outcome]),
		);
		assert.equal(fieldsOf(run, 0).length + failed.size, COUNT);
		return { starts, outcomes: sent.map(({ n }) => failed.get(n) ?? 'started') };
	} finally {
		await service.close();
	}
}

function countsOf(outcomes: string[]): string {
	const kinds = [...new Set(outcomes)].sort();
	return kinds
		.map((kind) => `${outcomes.filter((one) => one === kind).length} \`${kind}\``)
		.join(', ')
		.replaceAll('`started`', 'started');
}
