import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { items, UNKNOWN_FLOW } from './testBed.mts';

export const hints: Feature = {
	name: 'A hint sums up a run that left something out',
	async test(bed, scenario) {
		await scenario.step('A hint says what was started and what was not', async () => {
			const settings = { onError: 'continueRegularOutput' };
			const run = await bed.run(
				{ path: 'hint', parameters: {}, settings },
				items(5, { 2: UNKNOWN_FLOW }),
			);
			assert.equal(run.status, 'success');
			const [saved] = await bed.saved(run.id);
			if (!(await bed.knows('n8n-core', 'addExecutionHints'))) {
				assert.match(JSON.stringify(saved?.data), /"outcome":"rejected"/);
				return 'n8n has no hints: the failed items themselves say what happened.';
			}
			assert.match(saved?.hints?.[0]?.message ?? '', /^QA: 4 started, 1 rejected$/);
			return undefined;
		});
	},
};
