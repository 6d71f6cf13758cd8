import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';

import { table } from '../../tools/docs/table.mts';
import { half } from '../engine/faultyService.mts';
import { answer, CONTINUE, OwnService, type Behaviour } from './ownService.mts';
import type { Journey, TestBed } from './testBed.mts';

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
			half(200)(response, '', 0);
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

/** Faults of the network, with all starts counted. Prints the table that the docs show. */
export const faults: Journey = async (bed, scenario) => {
	const rows: string[][] = [];
	for (const fault of FAULTS) {
		await scenario.step(`${fault.title}: nothing is lost silently or started twice`, async () => {
			const { starts, outcomes } = await meet(bed, fault);
			assert.equal(outcomes.length, COUNT);
			for (const [n, outcome] of outcomes.entries()) {
				const count = starts.filter((one) => one === n).length;
				const expected = { started: [1], unknown: [0, 1] }[outcome] ?? [0];
				assert.ok(expected.includes(count), `item ${n}, ${outcome}, was started ${count} times`);
			}
			rows.push([fault.title, String(starts.length), countsOf(outcomes)]);
		});
	}
	console.log(table([`Fault (${COUNT} items each)`, 'Starts', 'Reported as'], rows));
};

/** Sends the items through a fault. Resolves to the starts, and to the reported outcome of each item. */
async function meet(bed: TestBed, fault: Fault): Promise<{ starts: number[]; outcomes: string[] }> {
	const starts: number[] = [];
	let inFlight = 0;
	let connections = 0;
	const behave: Behaviour = (response, context) => {
		const { n } = context;
		const now = inFlight++;
		response.once('close', () => inFlight--);
		const note = () => void starts.push(n);
		const start = () => {
			note();
			void answer(200, { n })(response, context);
		};
		const isStruck = n % 2 === 1 || fault.title.includes('storm');
		if (isStruck && fault.strike) fault.strike({ response, note, start, inFlight: now });
		else start();
	};
	const meetIt = async (service: OwnService) => {
		service.url = (fault.url ?? String)(service.url);
		const { options } = fault;
		const { outputs } = await service.run(COUNT, { options, settings: CONTINUE });
		const [answered, errors] = outputs;
		const failed = new Map(
			errors.map(({ n, details }) => [n, (details as { outcome: string }).outcome]),
		);
		assert.equal(answered.length + failed.size, COUNT);
		const outcomes = Array.from({ length: COUNT }, (_, n) => failed.get(n) ?? 'started');
		return { starts, outcomes };
	};
	return await OwnService.with(bed, behave, meetIt, (server) => {
		server.on('connection', (socket) => {
			if (fault.resets && ++connections % 2 === 0) socket.resetAndDestroy();
		});
	});
}

function countsOf(outcomes: string[]): string {
	const kinds = [...new Set(outcomes)].sort();
	return kinds
		.map((kind) => `${outcomes.filter((one) => one === kind).length} \`${kind}\``)
		.join(', ')
		.replaceAll('`started`', 'started');
}
