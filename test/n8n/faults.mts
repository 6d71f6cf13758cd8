import assert from 'node:assert/strict';

import { table } from '../../tools/docs/table.mts';
import { half, reply, type Behaviour as Strike } from '../engine/faultyService.mts';
import { answer, CONTINUE, OwnService, type Behaviour } from './ownService.mts';
import type { Journey, TestBed } from './testBed.mts';

const COUNT = 20;

interface Fault {
	title: string;
	/** Fails the request of every second item. */
	strike?: Strike;
	/** Whether a request that is struck has started its flow. */
	isStarted?: boolean;
	/** Strikes every second connection before anything is read. */
	resets?: boolean;
	/** The address that the credential has in place of the service's. */
	url?: (url: string) => string;
}

const FAULTS: Fault[] = [
	{ title: 'Connection reset before the request', resets: true },
	{ title: 'Half an answer', strike: half(200), isStarted: true },
	{ title: 'Host name not found', url: () => 'http://flows.invalid/start' },
	{ title: 'TLS handshake fails', url: (url) => url.replace('http:', 'https:') },
	{ title: 'Proxy answers 502', strike: reply(502) },
	{ title: 'Always 429', strike: reply(429) },
];

/** Faults of the network, with all starts counted. Prints the table that the docs show. */
export const faults: Journey = async (bed, scenario) => {
	const rows: string[][] = [];
	for (const fault of FAULTS) {
		await scenario.step(`${fault.title}: nothing is lost silently or started twice`, async () => {
			const { starts, outcomes } = await meet(bed, fault);
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
async function meet(
	bed: TestBed,
	{ strike, isStarted, resets, url = String }: Fault,
): Promise<{ starts: number[]; outcomes: string[] }> {
	const starts: number[] = [];
	const behave: Behaviour = (response, { n }) => {
		const isStruck = strike !== undefined && n % 2 === 1;
		if (!isStruck || isStarted) starts.push(n);
		if (isStruck) strike(response, '', 0);
		else void answer(200, { n })(response, { n });
	};
	const run = async (service: OwnService) => {
		service.url = url(service.url);
		const { outputs } = await service.run(COUNT, { settings: CONTINUE });
		const [answered, failed] = outputs;
		assert.equal(answered.length + failed.length, COUNT);
		const outcomeOf = new Map(
			failed.map(({ n, details }) => [n, (details as { outcome: string }).outcome]),
		);
		return Array.from({ length: COUNT }, (_, n) => outcomeOf.get(n) ?? 'started');
	};
	let connections = 0;
	const outcomes = await OwnService.with(bed, behave, run, (server) => {
		server.on('connection', (socket) => {
			if (resets && ++connections % 2 === 0) socket.resetAndDestroy();
		});
	});
	return { starts, outcomes };
}

function countsOf(outcomes: string[]): string {
	const kinds = [...new Set(outcomes)].sort();
	return kinds
		.map((kind) => `${outcomes.filter((one) => one === kind).length} \`${kind}\``)
		.join(', ')
		.replaceAll('`started`', 'started');
}
