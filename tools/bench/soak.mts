/**
 * `npm run bench -- --soak`: an hour of steady mixed work in one n8n process. Memory, sockets and
 * listeners have to be the same at the end as after the first tenth, and every item starts once.
 * `-- --soak --minutes 5` for a shorter one.
 */
import type { SavedWorkflow } from '../n8n/api.mts';
import type { Lab } from '../n8n/lab.mts';
import { withProgress } from '../progress.mts';
import { CASES } from './cases.mts';
import { makeNode } from './nodes.mts';
import { createWorkflow, openBench, runWorkflow, type Seen } from './run.mts';
import type { Mode } from './service.mts';
import { countOf, makeItems } from './work.mts';

const ITEMS = 500;

/** How much of each there may be at the end: with connections of this program, and noise. */
const LIMITS: Array<[figure: 'heap' | 'sockets' | 'listeners', limit: (early: number) => number]> =
	[
		['heap', (early) => early * 1.1],
		['sockets', (early) => early + 5],
		['listeners', (early) => early],
	];

/** The kinds of run, which take turns. */
const WORK: Array<[node: 'form' | 'fields' | 'json', mode: Mode]> = [
	['form', CASES.form],
	['fields', CASES.latency100],
	['json', CASES.tenAtOnce],
];

/** @param minutes How long it works. */
export async function soak(lab: Lab, minutes: number): Promise<void> {
	const { service, url } = await openBench(lab);
	const turns: Array<{ mode: Mode; workflow: SavedWorkflow }> = [];
	for (const [id, mode] of WORK) {
		const node = await makeNode(lab.n8n.api, id, `${url}/${id}`, 'long');
		turns.push({ mode, workflow: await createWorkflow(lab, `soak-${id}`, node) });
	}

	const runs: Seen[] = [];
	let wrong = 0;
	const items = makeItems(ITEMS, 'long');
	const end = Date.now() + minutes * 60_000;
	const work = async () => {
		while (Date.now() < end) {
			const { mode, workflow } = turns[runs.length % turns.length] as (typeof turns)[0];
			service.behave(mode, countOf('long'));
			const seen = await runWorkflow(lab, workflow, items);
			const { starts, ids } = service.counts;
			if ([seen.answers, starts, ids.size].some((count) => count !== ITEMS)) wrong++;
			runs.push(seen);
		}
	};
	await withProgress('Soaking', work(), () => `${runs.length} runs of ${ITEMS} items`);

	const [early, late] = [runs[Math.ceil(runs.length / 10)], runs.at(-1)];
	console.table({ 'After the first tenth': early, 'At the end': late });
	console.log(`Runs in which an item was not started exactly once: ${wrong} of ${runs.length}`);
	const isSteady = LIMITS.every(
		([name, limit]) => (late?.[name] ?? NaN) <= limit(early?.[name] ?? NaN),
	);
	if (!isSteady || wrong > 0) process.exitCode = 1;
}
