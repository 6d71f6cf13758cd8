import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { ECHO, eachOnce, FAILING, items, timesStarted, UNKNOWN_FLOW } from './testBed.mts';

export const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

export const retryOnFail: Feature = {
	name: 'Retry On Fail starts nothing twice',
	async test(bed, scenario) {
		for (const [what, slug, most] of [
			['is rejected', UNKNOWN_FLOW, 99],
			['fails after it was started', FAILING, 100],
		] as const) {
			await scenario.step(`100 items, the 57th ${what}, 3 tries: each start once`, async () => {
				const workflow = { path: `retry-${slug}`, parameters: {}, settings: RETRY_ON_FAIL };
				const run = await bed.run(workflow, items(100, { 56: slug }));
				assert.equal(run.status, 'error');
				// The 57th stops each try, before or after the last items.
				const starts = run.starts();
				eachOnce(starts, starts.length);
				assert.ok(starts.length >= 56 && starts.length <= most, `${starts.length} starts`);
			});
		}

		await scenario.step('Equal items in a loop are different starts', async () => {
			// n8n takes such an answer for a failure, and runs the node again.
			const answered = [1, 1, 1].map((n) => ({ n, slug: ECHO, error: 'an answer' }));
			const run = await bed.run(
				{ path: 'loop', parameters: {}, settings: RETRY_ON_FAIL, loopOver: 1 },
				answered,
			);
			assert.equal(run.status, 'success');
			assert.deepEqual([...timesStarted(run.starts())], [[1, 3]]);
		});
	},
};
