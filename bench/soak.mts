/**
 * `npm run soak`: 100,000 starts through one n8n process, 1,000 at a time, each by a form of 21 fields.
 * Each is counted at the service; memory and sockets have to be the same at the end as in the beginning.
 * Prints what it has seen. With `-- --starts N` another number of starts.
 */
import { parseArgs } from 'node:util';

import { table } from '../tools/docs/table.mts';
import { Lab } from '../tools/n8n/lab.mts';
import { withProgress } from '../tools/progress.mts';
import { runMain } from '../tools/userError.mts';
import { makeNodes } from './contenders.mts';
import { Listener, longest } from './listener.mts';
import { median } from './report.mts';
import { createWorkflow, describeMachine, openBench, runWorkflow, type Seen } from './run.mts';
import { SCENARIOS } from './scenarios.mts';
import { countOf, makeItems } from './work.mts';

const STARTS = 100_000;
const STARTS_PER_RUN = 1_000;

/** How much more than at the start of the second tenth the heap may hold at the end: noise. */
const TOLERANCE = 1.1;

/** Connections of this very program to n8n, which come and go. */
const OWN_CONNECTIONS = 5;

interface Run extends Seen {
	isExact: boolean;
	/** The longest time for which n8n did not answer while the node ran, in ms. */
	silence: number;
}

const lab = new Lab();

await runMain(
	async () => {
		const { values } = parseArgs({ options: { starts: { type: 'string' } } });
		const runs = await soak(Number(values.starts ?? STARTS) / STARTS_PER_RUN);
		const { heap, sockets } = growthOf(runs);
		const isSteady = heap <= TOLERANCE && sockets <= OWN_CONNECTIONS;
		const isGood = isSteady && runs.every(({ isExact }) => isExact);
		console.log(`\n${await describeMachine(lab)}.\n\n${report(runs)}`);
		if (!isGood) process.exitCode = 1;
	},
	async () => await lab.close(),
);

async function soak(count: number): Promise<Run[]> {
	const { service, url } = await openBench(lab);
	const { oursForm } = await makeNodes(lab.n8n.api, url, 'long');
	const workflow = await createWorkflow(lab, 'soak', oursForm);
	const items = makeItems(STARTS_PER_RUN, 'long');
	const listener = new Listener(lab);
	const runs: Run[] = [];
	const work = async () => {
		while (runs.length < count) {
			service.behave(SCENARIOS.form, countOf('long'));
			await listener.listen();
			const seen = await runWorkflow(lab, workflow, items);
			const silence = longest(await listener.rest(), [seen.from ?? 0, seen.to ?? Infinity]);
			const counts = [seen.answers, service.starts, service.ids.size];
			const isExact = counts.every((each) => each === STARTS_PER_RUN);
			runs.push({ ...seen, isExact, silence });
		}
	};
	await withProgress('Soaking', () => `${runs.length} of ${count} runs`, work());
	return runs;
}

/** From the start of the second tenth, when all has been loaded, to the end. */
function growthOf(runs: Run[]): { heap: number; sockets: number } {
	const [early, late] = [runs[Math.ceil(runs.length / 10)], runs.at(-1)];
	return {
		heap: Number(late?.heap) / Number(early?.heap),
		sockets: Number(late?.sockets) - Number(early?.sockets),
	};
}

function report(runs: Run[]): string {
	const growth = growthOf(runs);
	const wrong = runs.filter(({ isExact }) => !isExact).length;
	const tenths = [...new Set(runs.map((_, n) => n - (n % Math.ceil(runs.length / 10))))];
	return [
		`${runs.length} runs of ${STARTS_PER_RUN.toLocaleString('en')} items through one n8n process, each start by a form of 21 fields, each run's execution saved. Runs in which not every item was started exactly once and answered: **${wrong}**. Heap at the end by that at the start of the second tenth: **${growth.heap.toFixed(2)}**; open sockets: **${growth.sockets}** more. The longest silence of n8n while the node ran: **${mostOf(runs)} ms**.`,
		'Memory and sockets are those of the whole n8n process before a run, garbage collected. The sockets are the connections of this test to n8n. The silence is how long a process beside n8n had to wait for an answer.',
		table(
			[
				'Starts',
				'Heap, MiB',
				'Memory, MiB',
				'Sockets',
				'Time of the node for a run, ms',
				'Longest silence, ms',
			],
			tenths.map((begin, n) => {
				const { heap, base, sockets } = runs[begin] ?? {};
				const tenth = runs.slice(begin, tenths[n + 1]);
				const time = Math.round(median(tenth.map(({ milliseconds }) => milliseconds)));
				const figures = [mebibytes(heap), mebibytes(base), sockets, time, mostOf(tenth)];
				return [(begin * STARTS_PER_RUN).toLocaleString('en'), ...figures.map(String)];
			}),
		),
	].join('\n\n');
}

function mostOf(runs: Run[]): number {
	return Math.round(Math.max(...runs.map(({ silence }) => silence)));
}

function mebibytes(bytes: number | null | undefined): number {
	return Math.round((bytes ?? NaN) / 2 ** 20);
}
