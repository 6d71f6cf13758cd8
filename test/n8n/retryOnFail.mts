import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { eachOnce, FAILING, items, UNKNOWN_FLOW } from './testBed.mts';

export const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

export const retryOnFail: Feature = {
	name: 'Retry On Fail starts nothing twice',
	async test(bed, scenario) {
		for (const [what, slug, most] of [
			['is rejected', UNKNOWN_FLOW, 99],
			['fails after it was started', FAILING, 100],
		] as const) {
			await scenario.step(
				`100 items, the 57th ${what}, Retry On Fail 3 times: each start once`,
				async () => {
					const workflow = { path: `retry-${slug}`, parameters: {}, settings: RETRY_ON_FAIL };
					const run = await bed.run(workflow, items(100, { 56: slug }));
					assert.equal(run.status, 'error');
					// The 57th stops each try, before or after the last items.
					const starts = run.starts();
					eachOnce(starts, starts.length);
					assert.ok(starts.length >= 56 && starts.length <= most, `${starts.length} starts`);
					const [saved] = await bed.saved(run.id);
					const told = saved?.error?.description ?? '';
					assert.equal(
						numberOf(told, 'started') + numberOf(told, 'may have started'),
						starts.length,
					);
				},
			);
		}
	},
};

/** How many items the node's report counts under these words. */
function numberOf(report: string, words: string): number {
	return Number(new RegExp(`(\\d+) ${words}\\b`).exec(report)?.[1] ?? 0);
}
