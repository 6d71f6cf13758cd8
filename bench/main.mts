/**
 * `npm run bench`: Trigger Flow beside the HTTP Request node in a real n8n. Prints the tables, and
 * writes docs/benchmark.json, of which `npm run docs` makes the page, and the picture. With
 * `-- --quick` one round with a tenth of the items, only printed: to see that it works, not to quote.
 * `-- --only form --only manyForm` measures these scenarios alone, and only prints them.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type { SavedWorkflow } from '../tools/n8n/api.mts';
import { runCheck } from '../tools/checks.mts';
import { writeFormatted } from '../tools/docs/formatted.mts';
import { Lab } from '../tools/n8n/lab.mts';
import { withProgress } from '../tools/progress.mts';
import { PROJECT } from '../tools/project.mts';
import { runMain } from '../tools/userError.mts';
import { makeNodes, TITLES, type ContenderId } from './contenders.mts';
import { Listener, longest } from './listener.mts';
import { toSvg } from './picture.mts';
import { missed, report, type Results, type Row } from './report.mts';
import { createWorkflow, describeMachine, openBench, runWorkflow } from './run.mts';
import { SCENARIO_IDS, SCENARIOS, type ScenarioId } from './scenarios.mts';
import type { Service } from './service.mts';
import { countOf, makeItems, type WorkId } from './work.mts';

/** Medians are of so many rounds. */
const ROUNDS = 3;

/** How many items the run has that comes before the measured ones and does not count. */
const WARM_UP = 200;

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		only: { type: 'string', multiple: true },
	},
});
const rounds = values.quick ? 1 : ROUNDS;
const scale = values.quick ? 0.1 : 1;
const wanted = SCENARIO_IDS.filter((id) => values.only?.includes(id) ?? true);

/** What one n8n after the other is there for: one contender with one kind of work. */
interface Turn {
	contender: ContenderId;
	work: WorkId;
	warmUp: SavedWorkflow;
	/** Each scenario has an address of its own, because a run remembers what it found out about one. */
	scenarios: Array<{ workflow: SavedWorkflow; rows: Row[] }>;
}

const lab = new Lab();

await runMain(
	async () => {
		const { service, url } = await openBench(lab);
		const listener = new Listener(lab);
		const machine = await describeMachine(lab);
		const { turns, version } = await makeTurns(url);
		const about = `${machine}; HTTP Request node version ${version}. Median of ${rounds} rounds, in each of which every contender has an n8n of its own.`;
		await measure(service, listener, turns);
		const rows = turns.flatMap(({ scenarios }) => scenarios.flatMap((each) => each.rows));
		const results = { about, rows: inOrder(rows) };
		console.log(`\n${report(results)}`);
		if (missed(results).length > 0) {
			console.log(`\nMissed by more than a fifth:\n${missed(results).join('\n')}`);
			process.exitCode = 1;
		}
		if (!values.quick && values.only === undefined) await write(results);
	},
	async () => await lab.close(),
);

/** As the scenarios name them. */
function inOrder(rows: Row[]): Row[] {
	return wanted.flatMap((id) =>
		SCENARIOS[id].contenders.flatMap((contender) =>
			rows.filter((row) => row.scenario === id && row.contender === contender),
		),
	);
}

async function makeTurns(url: string): Promise<{ turns: Turn[]; version: number }> {
	const turns: Turn[] = [];
	let version = NaN;
	const make = async (contender: ContenderId, work: WorkId, name: string) => {
		const nodes = await makeNodes(lab.n8n.api, `${url}/${name}`, work);
		version = nodes.httpRequest.typeVersion;
		return await createWorkflow(lab, `${contender}-${work}-${name}`, nodes[contender]);
	};
	for (const work of ['short', 'long'] as const) {
		for (const contender of Object.keys(TITLES) as ContenderId[]) {
			const own = wanted.filter((id) => {
				const { work: its, contenders } = SCENARIOS[id];
				return its === work && contenders.includes(contender);
			});
			if (own.length === 0) continue;
			const scenarios: Turn['scenarios'] = [];
			for (const id of own) {
				const { runs } = SCENARIOS[id];
				const rows = Array.from({ length: runs }, (_, run) => emptyRow(id, contender, run + 1));
				scenarios.push({ workflow: await make(contender, work, id), rows });
			}
			turns.push({ contender, work, warmUp: await make(contender, work, 'warm-up'), scenarios });
		}
	}
	return { turns, version };
}

/** Each round begins with another contender, so that what else the machine does meets them all. */
async function measure(service: Service, listener: Listener, turns: Turn[]): Promise<void> {
	let current = '';
	const work = async () => {
		for (let round = 0; round < rounds; round++) {
			const order = [...turns.slice(round), ...turns.slice(0, round)];
			for (const [index, { contender, work, warmUp, scenarios }] of order.entries()) {
				const place = `round ${round + 1} of ${rounds}, ${index + 1} of ${order.length}`;
				current = `${place}: ${TITLES[contender]}`;
				await lab.restart();
				service.behave(SCENARIOS.noLatency, countOf(work));
				await runWorkflow(lab, warmUp, makeItems(WARM_UP, work));
				for (const { workflow, rows } of scenarios) {
					for (const row of rows) {
						const { title } = SCENARIOS[row.scenario];
						current = `${place}: ${TITLES[contender]}, ${row.items} items, ${title}`;
						await measureOne(service, listener, workflow, row);
					}
				}
			}
		}
	};
	await withProgress('Measuring', () => current, work());
}

function emptyRow(scenario: ScenarioId, contender: ContenderId, run: number): Row {
	const items = SCENARIOS[scenario].items * scale;
	const memory = { base: [], peak: [] };
	const counts = { answers: [], starts: [], distinct: [], inFlight: [] };
	return {
		scenario,
		contender,
		run,
		items,
		milliseconds: [],
		silence: [],
		...memory,
		...counts,
		failed: 0,
	};
}

async function measureOne(
	service: Service,
	listener: Listener,
	workflow: SavedWorkflow,
	row: Row,
): Promise<void> {
	const scenario = SCENARIOS[row.scenario];
	service.behave(scenario, countOf(scenario.work));
	if (scenario.isListenedTo) await listener.listen();
	const seen = await runWorkflow(lab, workflow, makeItems(row.items, scenario.work));
	const silences = await listener.rest();
	// What sends something else, or fails where nothing stands in its way, is no measure.
	if (service.misunderstood > 0 || (seen.error !== undefined && row.scenario !== 'overload')) {
		throw new Error(
			`The bench is wrong: ${row.contender} in ${row.scenario} sent ${service.misunderstood} requests that are not the agreed one; its error: ${seen.error}`,
		);
	}
	const { from, to } = seen;
	const isHeard = scenario.isListenedTo && from !== undefined && to !== undefined;
	row.milliseconds.push(seen.milliseconds);
	row.silence.push(isHeard ? longest(silences, [from, to]) : null);
	row.base.push(seen.base ?? null);
	row.peak.push(seen.peak ?? null);
	row.answers.push(seen.answers);
	row.starts.push(service.starts);
	row.distinct.push(service.ids.size);
	row.inFlight.push(service.mostInFlight);
	if (seen.error !== undefined) row.failed++;
}

async function write(results: Results): Promise<void> {
	const docs = join(PROJECT, 'docs');
	await writeFormatted(join(docs, 'benchmark.json'), JSON.stringify(results));
	await writeFile(join(docs, 'benchmark.svg'), toSvg(results));
	await runCheck({ title: 'Docs', command: 'node --import tsx tools/docs/main.mts' });
}
