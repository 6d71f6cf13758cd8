import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { eachOnce, items, SLOW } from './testBed.mts';

const COUNT = 4;

/** As when n8n is updated: it is asked to end (SIGTERM), and has the time for it. */
export const restart: Feature = {
	name: 'n8n is stopped and started again while starts are under way',
	async test(bed, scenario) {
		await scenario.step('An ordinary stop of n8n waits for what is being started', async () => {
			const from = bed.log.starts.length;
			const { id } = await bed.create({
				path: 'ordinary-stop',
				parameters: { options: { concurrency: 1 } },
			});
			const slow = items(COUNT).map((item) => ({ ...item, slug: SLOW, seconds: 1 }));
			await bed.post('ordinary-stop', { items: slow });
			await bed.log.waitFor(from + 1, AbortSignal.timeout(60_000));
			await bed.lab.restart();

			eachOnce(bed.log.starts.slice(from), COUNT);
			const [execution] = await bed.api.executions(id);
			assert.equal(execution?.status, 'success');
		});
	},
};
