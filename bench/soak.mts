/**
 * `npm run soak`: 100,000 starts through one n8n process, 1,000 at a time. Each is counted at the
 * service; memory and sockets have to be the same at the end as in the beginning. Writes
 * docs/soak.md. With `-- --starts N` another number, which is not written.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { format, resolveConfig } from 'prettier';

import { table } from '../tools/docs/table.mts';
import { interruptible } from '../tools/interruptible.mts';
import { NEWEST } from '../tools/n8n/versions.mts';
import { withProgress } from '../tools/progress.mts';
import { PROJECT } from '../tools/project.mts';
import { runMain } from '../tools/userError.mts';
import { nodeOf } from './contenders.mts';
import { makeItems } from './items.mts';
import { describeMachine, type Machine } from './machine.mts';
import type { Measurement } from './measurement.mts';
import { BenchLab } from './n8n/lab.mts';
import { runWorkflow } from './n8n/runWorkflow.mts';
import { prepareSurroundings } from './n8n/surroundings.mts';
import { benchWorkflow } from './n8n/workflow.mts';
import { median } from './statistics.mts';

const STARTS = 100_000;
const STARTS_PER_RUN = 1_000;

/** How much more than at the start of the second tenth the heap may hold at the end: noise. */
const TOLERANCE = 1.1;

/** Connections of this very program to n8n, which come and go. */
const OWN_CONNECTIONS = 5;

type Run = Pick<Measurement, 'milliseconds' | 'answers' | 'base' | 'heap' | 'sockets' | 'service'>;

const lab = new BenchLab();

await runMain(async () => {
	const { values } = parseArgs({ options: { starts: { type: 'string' } } });
	const starts = Number(values.starts ?? STARTS);
	await interruptible(
		async () => {
			await lab.open(NEWEST, console.log);
			const began = Date.now();
			const runs = await soak(starts / STARTS_PER_RUN);
			const report = reportOf(runs, Date.now() - began);
			console.log(`\n${report.text}`);
			if (values.starts === undefined) await write(report.text);
			if (!report.isGood) process.exitCode = 1;
		},
		async () => await lab.close(),
	);
});

async function soak(count: number): Promise<Run[]> {
	const surroundings = await prepareSurroundings(lab.n8n.api, lab.service.url);
	const saved = await lab.n8n.api.createWorkflow(
		benchWorkflow('soak', nodeOf('ours', surroundings)),
	);
	await lab.n8n.api.activate(saved);
	const items = makeItems(STARTS_PER_RUN);
	const runs: Run[] = [];
	const work = async () => {
		while (runs.length < count) {
			await lab.service.behave({ latency: 0, capacity: null });
			const seen = await runWorkflow(lab, { id: saved.id, path: 'soak' }, items);
			runs.push({ ...seen, service: await lab.service.counts() });
		}
	};
	const state = () => `${runs.length * STARTS_PER_RUN} of ${count * STARTS_PER_RUN} starts`;
	await withProgress('Soaking', state, work());
	return runs;
}

function reportOf(runs: Run[], milliseconds: number): { text: string; isGood: boolean } {
	const tenths = Array.from({ length: 10 }, (_, n) =>
		runs.slice((n * runs.length) / 10, ((n + 1) * runs.length) / 10),
	);
	const [second, last] = [tenths[1]?.[0], runs.at(-1)];
	const wrong = runs.filter(
		({ answers, service: { starts, distinct } }) =>
			!(answers === STARTS_PER_RUN && starts === STARTS_PER_RUN && distinct === STARTS_PER_RUN),
	);
	const heap = Number(last?.heap) / Number(second?.heap);
	const isSteady =
		heap <= TOLERANCE && Number(last?.sockets) <= Number(second?.sockets) + OWN_CONNECTIONS;
	const machine = describeMachine(lab.nodeVersion, NEWEST.version, 0);
	const text = [
		'# Soak',
		`Written by \`npm run soak\` on ${machine.date.slice(0, 10)}; do not edit.`,
		`${sum(runs).toLocaleString('en')} starts through one n8n process in ${Math.round(milliseconds / 60_000)} minutes, ${STARTS_PER_RUN.toLocaleString('en')} items a run, each run's execution saved. ${describe(machine)}`,
		`Runs in which not every item was started exactly once and answered: **${wrong.length} of ${runs.length}**. Heap at the end by that at the start of the second tenth: **${heap.toFixed(2)}**; open sockets: **${last?.sockets}** and **${second?.sockets}**.`,
		'Memory and sockets are those of the whole n8n process before a run, garbage collected. The sockets are the connections of this test to n8n.',
		table(
			['Starts', 'Heap, MiB', 'Memory, MiB', 'Sockets', 'Time of the node for a run, ms'],
			tenths.map((tenth, n) => [
				(n * sum(tenth)).toLocaleString('en'),
				mebibytes(tenth[0]?.heap),
				mebibytes(tenth[0]?.base),
				String(tenth[0]?.sockets),
				String(Math.round(median(tenth.map((run) => run.milliseconds)))),
			]),
		),
	].join('\n\n');
	return { text, isGood: wrong.length === 0 && isSteady };
}

function describe({ cpu, cores, memory, node, n8n }: Machine): string {
	return `${cpu}, ${cores} cores, ${memory} GiB; n8n ${n8n} on Node ${node}.`;
}

function sum(runs: Run[]): number {
	return runs.reduce((total, { service }) => total + service.starts, 0);
}

function mebibytes(bytes: number | null | undefined): string {
	return bytes == null ? 'not measured' : String(Math.round(bytes / 2 ** 20));
}

async function write(text: string): Promise<void> {
	const filepath = join(PROJECT, 'docs', 'soak.md');
	await writeFile(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
}
