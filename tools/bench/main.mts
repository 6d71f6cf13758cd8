/**
 * `npm run bench`: Trigger Flow beside n8n's HTTP Request node in a real n8n. Prints one table, and
 * writes docs/benchmark.json, from which `npm run docs` makes the page.
 *
 * `-- --only form --only many` takes some cases once, and only prints. `-- --soak` is another program: see soak.mts.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { formatted } from '../docs/formatted.mts';
import type { SavedWorkflow } from '../n8n/api.mts';
import { Lab } from '../n8n/lab.mts';
import { withProgress } from '../progress.mts';
import { PROJECT } from '../project.mts';
import { readOptions, requireNames, runMain } from '../userError.mts';
import { CASES, type Case, type CaseId } from './cases.mts';
import { makeNode, type NodeId } from './nodes.mts';
import { report, type Results } from './report.mts';
import { rowsOf, type Measured } from './results.mts';
import { createWorkflow, describeMachine, openBench, runWorkflow } from './run.mts';
import type { Service } from './service.mts';
import { soak } from './soak.mts';
import { countOf, makeItems } from './work.mts';

/** How many items the run has that comes before the measured ones and does not count. */
const WARM_UP = 200;

const { values: args } = readOptions({
	options: {
		only: { type: 'string', multiple: true },
		soak: { type: 'boolean', default: false },
		minutes: { type: 'string', default: '60' },
	},
});
const rounds = args.only ? 1 : 3;
const wanted = (Object.keys(CASES) as CaseId[]).filter((id) => args.only?.includes(id) ?? true);

/** A node in a case. In each round, it gets a new n8n. */
interface Turn {
	id: CaseId;
	node: NodeId;
	warmUp: SavedWorkflow;
	/** It has another address, because the node remembers what it found out about an address. */
	measured: SavedWorkflow;
}

const lab = new Lab();
const measurements = new Map<string, Measured[]>();

await runMain(
	async () => {
		if (args.soak) await soak(lab, Number(args.minutes));
		else await bench();
	},
	async () => await lab.close(),
);

async function bench(): Promise<void> {
	requireNames(args.only ?? [], CASES);
	const { service, url } = await openBench(lab);
	const turns = await makeTurns(url);
	let current = '';
	const work = async () => {
		for (let round = 1; round <= rounds; round++) {
			for (const turn of turns) {
				current = `round ${round} of ${rounds}: ${turn.id}, ${turn.node}`;
				await measure(service, turn);
			}
		}
	};
	await withProgress('Measuring', work(), () => current);
	const results: Results = {
		about: `${describeMachine(lab)}. Medians of ${rounds} rounds, each with a fresh n8n per node. 1,000 items unless stated.`,
		rows: rowsOf((...key) => measurements.get(key.join()) ?? []),
	};
	console.log(`\n${report(results)}`);
	if (args.only) return;
	const file = join(PROJECT, 'docs', 'benchmark.json');
	await writeFile(file, await formatted(file, JSON.stringify(results)));
	console.log('\nWritten. "npm run docs" puts the table into docs/benchmark.md.');
}

async function makeTurns(url: string): Promise<Turn[]> {
	const turns: Turn[] = [];
	for (const id of wanted) {
		const { work, nodes, shape: ownShape }: Case = CASES[id];
		for (const node of nodes) {
			const make = async (name: string, shape?: Case['shape']) => {
				const path = `${node}-${id}-${name}`;
				const measured = await makeNode(lab.n8n.api, node, `${url}/${path}`, work);
				return await createWorkflow(lab, path, measured, shape);
			};
			const warmUp = await make('warm-up');
			turns.push({ id, node, warmUp, measured: await make('own', ownShape) });
		}
	}
	return turns;
}

async function measure(service: Service, { id, node, warmUp, measured }: Turn): Promise<void> {
	const { items, work, runs, ...mode }: Case = CASES[id];
	await lab.n8n.restart();
	service.behave(CASES.json, countOf(work));
	await runWorkflow(lab, warmUp, makeItems(WARM_UP, work));
	for (let run = 1; run <= runs; run++) {
		service.behave(mode, countOf(work));
		const seen = await runWorkflow(lab, measured, makeItems(items, work));
		if (seen.error !== undefined) throw new Error(`${measured.name} failed: ${seen.error}`);
		const key = [id, node, run].join();
		const others = measurements.get(key) ?? [];
		measurements.set(key, [...others, { ...seen, ...service.counts, items }]);
	}
}
