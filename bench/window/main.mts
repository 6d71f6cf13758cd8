/**
 * `node tools/run.mjs bench/window/main.mts`: how near the node comes to the ideal without knowing the
 * service, simulated on a virtual clock. Prints a table. The same code gives the same figures.
 */
import { setMaxListeners } from 'node:events';

import { withProgress } from '../../tools/progress.mts';
import { runMain } from '../../tools/userError.mts';
import { windowTable, type WindowRow } from './report.mts';
import { KINDS } from './services.mts';
import { simulate } from './simulate.mts';

/** Of each kind of service. */
const RUNS = 200;

const ITEMS = 1_000;

await runMain(async () => {
	// As many starts wait for their next try as the window has room for: none of it leaks.
	setMaxListeners(0);
	const rows: WindowRow[] = [];
	const work = async () => {
		for (const kind of KINDS) {
			const distances: number[] = [];
			let mostInFlight = 0;
			for (let seed = 0; seed < RUNS; seed++) {
				const { distance, most, taken } = await simulate(kind, seed, ITEMS);
				if (taken.length !== ITEMS || new Set(taken).size !== ITEMS) {
					throw new Error(`${kind.title}, seed ${seed}: an item was not started exactly once`);
				}
				distances.push(distance);
				mostInFlight = Math.max(mostInFlight, most);
			}
			rows.push(summary(kind.title, distances, mostInFlight));
		}
	};
	await withProgress('Simulating', () => KINDS[rows.length]?.title ?? '', work());
	console.log(`\n${windowTable(rows)}`);
});

function summary(kind: string, distances: number[], most: number): WindowRow {
	const sorted = distances.sort((a, b) => a - b);
	const [median = NaN, nineteenOf20 = NaN, worst = NaN] = [0.5, 0.95, 1].map((share) =>
		Number(sorted[Math.ceil(share * RUNS) - 1]?.toFixed(3)),
	);
	return { kind, runs: RUNS, items: ITEMS, median, nineteenOf20, worst, most };
}
