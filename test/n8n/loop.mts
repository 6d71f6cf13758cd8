import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { RETRY_ON_FAIL } from './retryOnFail.mts';
import { ECHO, items, timesStarted } from './testBed.mts';

export const loop: Feature = {
	name: 'In a loop, each round starts once',
	async test(bed, scenario) {
		await scenario.step(
			'Equal items in a loop are different starts, also with Retry On Fail',
			async () => {
				const run = await bed.run(
					{ path: 'loop', parameters: {}, settings: RETRY_ON_FAIL, inLoop: true },
					[1, 1, 1].map((n) => ({ n, slug: ECHO, error: 'an answer with this field' })),
				);
				assert.deepEqual([...timesStarted(run.starts())], [[1, 3]]);
			},
		);

		await scenario.step(
			'Without a failure nothing stays behind in the saved execution',
			async () => {
				const run = await bed.run({ path: 'clean', parameters: {} }, items(3));
				assert.equal(run.status, 'success');
				assert.ok(!(await bed.api.savedData(run.id)).includes('triggerFlow"'));
			},
		);
	},
};
