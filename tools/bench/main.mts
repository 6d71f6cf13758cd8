/**
 * `npm run bench`: Trigger Flow beside n8n's HTTP Request node in a real n8n. Prints one table, and
 * fails when a target is missed by more than a fifth. Writes docs/benchmark.json, from which
 * `npm run docs` makes the page.
 *
 * `-- --quick` takes one round with a tenth of the items, and `-- --only form --only many` takes some
 * cases: both only print. `-- --soak` is another program: see soak.mts.
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
import { missed, report, type Results } from './report.mts';
import { rowsOf, type Measured } from './results.mts';
import { createWorkflow, describeMachine, openBench, runWorkflow } from './run.mts';
import type { Service } from './service.mts';
import { soak } from './soak.mts';
import { countOf, makeItems, type WorkId } from './work.mts';

const ROUNDS = 3;

/** How many items the run has that comes before the measured ones and does not count. */
const WARM_UP = 200;

const { values: args } = readOptions({
	options: {
		quick: { type: 'boolean', default: false },
		only: { type: 'string', multiple: true },
		soak: { type: 'boolean', default: false },
		minutes: { type: 'string', default: '60' },
	},
});
const rounds = args.quick ? 1 : ROUNDS;
const wanted = (Object.keys(CASES) as CaseId[]).filter((id) => args.only?.includes(id) ?? true);

/** A combination of one node and one kind of work. Each gets a new n8n. */
interface Turn {
	node: NodeId;
	work: WorkId;
	warmUp: SavedWorkflow;
	/** Each has another address, because the node remembers what it found out about an address. */
	cases: Array<{ id: CaseId; workflow: SavedWorkflow }>;
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
	await measureAll(service, turns);
	const machine = describeMachine(lab);
	const results: Results = {
		about: `${machine}. Medians of ${rounds} rounds, each with a fresh n8n per node. 1,000 items unless stated.`,
		rows: rowsOf((...key) => measurements.get(key.join()) ?? []),
	};
	console.log(`\n${report(results)}`);
	if (!args.quick && args.only === undefined) await write(results);
	if (missed(results).length === 0) return;
	console.log(`\nMissed by more than a fifth:\n${missed(results).join('\n')}`);
	process.exitCode = 1;
}

async function makeTurns(url: string): Promise<Turn[]> {
	const turns = new Map<string, Turn>();
	for (const id of wanted) {
		const { work, nodes, shape: ownShape }: Case = CASES[id];
		for (const node of nodes) {
			const make = async (name: string, shape?: Case['shape']) => {
				const measured = await makeNode(lab.n8n.api, node, `${url}/${name}`, work);
				return await createWorkflow(lab, `${node}-${work}-${name}`, measured, shape);
			};
			const key = `${node}-${work}`;
			const turn = turns.get(key) ?? { node, work, warmUp: await make('warm-up'), cases: [] };
			turn.cases.push({ id, workflow: await make(id, ownShape) });
			turns.set(key, turn);
		}
	}
	return [...turns.values()];
}

/** Each round begins with another node, so that other load on the machine affects them all. */
async function measureAll(service: Service, turns: Turn[]): Promise<void> {
	let current = '';
	const work = async () => {
		for (let round = 0; round < rounds; round++) {
			for (const { node, work, warmUp, cases } of [
				...turns.slice(round),
				...turns.slice(0, round),
			]) {
				await lab.n8n.restart();
				service.behave(CASES.json, countOf(work));
				await runWorkflow(lab, warmUp, makeItems(WARM_UP, work));
				for (const { id, workflow } of cases) {
					for (let run = 1; run <= CASES[id].runs; run++) {
						current = `round ${round + 1} of ${rounds}: ${node}, ${id}, run ${run}`;
						const measured = await measure(service, id, workflow);
						const key = [id, node, run].join();
						measurements.set(key, [...(measurements.get(key) ?? []), measured]);
					}
				}
			}
		}
	};
	await withProgress('Measuring', work(), () => current);
}

async function measure(service: Service, id: CaseId, workflow: SavedWorkflow): Promise<Measured> {
	const { items: all, work, ...mode }: Case = CASES[id];
	const items = args.quick ? Math.ceil(all / 10) : all;
	service.behave(mode, countOf(work));
	const seen = await runWorkflow(lab, workflow, makeItems(items, work));
	if (service.misunderstood > 0 || (seen.error !== undefined && id !== 'overload')) {
		throw new Error(
			`The bench is wrong: ${workflow.name} sent ${service.misunderstood} requests that are not the agreed one. Its error: ${seen.error}`,
		);
	}
	const { starts, ids, mostInFlight, atBeginning } = service;
	return { ...seen, items, starts, distinct: ids.size, mostInFlight, atBeginning };
}

async function write(results: Results): Promise<void> {
	const file = join(PROJECT, 'docs', 'benchmark.json');
	// The page shows results. The targets stay in results.mts.
	const rows = results.rows.map((row) => ({ ...row, atMost: undefined }));
	const text = JSON.stringify({ ...results, rows });
	await writeFile(file, await formatted(file, text));
	console.log('\nWritten. "npm run docs" puts the table into docs/benchmark.md.');
}
