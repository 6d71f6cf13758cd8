import { KINDS } from '../../bench/window/services.mts';
import { simulate, type Simulation } from '../../bench/window/simulate.mts';

import { OPTIONS } from './modelService.mts';

/** bench/window/main.mts makes 200 of each. */
const RUNS = 2;

const ITEMS = 1_000;

const runs = async (title: string): Promise<Simulation[]> => {
	const kind = KINDS.find((one) => one.title === title);
	if (kind === undefined) throw new Error(`There is no such service: ${title}`);
	const seeds = Array.from({ length: RUNS }, (_, seed) => seed);
	return await Promise.all(seeds.map(async (seed) => await simulate(kind, seed, ITEMS)));
};

test.each(KINDS.map(({ title }) => title))(
	'%s: each item is started once, and none is held back for long',
	async (title) => {
		for (const { taken, distance, most } of await runs(title)) {
			expect(taken).toHaveLength(ITEMS);
			expect(new Set(taken).size).toBe(ITEMS);
			expect(distance).toBeLessThanOrEqual(4);
			expect(most).toBeLessThanOrEqual(OPTIONS.concurrency);
		}
	},
);

test.each(['10 at a time, 100 ms each', '10 at a time, 50 to 150 ms each'])(
	'%s: at most 40 are in flight, and it takes hardly longer than with the best number',
	async (title) => {
		for (const { distance, most } of await runs(title)) {
			expect(most).toBeLessThanOrEqual(40);
			expect(distance).toBeLessThanOrEqual(1.15);
		}
	},
);
