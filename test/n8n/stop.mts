import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { items, SLOW } from './testBed.mts';

/** Far fewer than there are items. The node may use less of it: it remembers a busy service. */
const CONCURRENCY = 2;

export const stop: Feature = {
	name: 'Stop: nothing is sent afterwards',
	async test(bed, scenario) {
		const { api, log } = bed;
		const from = log.starts.length;
		const begun = () => log.starts.slice(from).filter(({ slug }) => slug === SLOW);

		await scenario.step('Stop: the run ends, and nothing is sent afterwards', async () => {
			const { id } = await bed.create({
				path: 'stop',
				parameters: { options: { concurrency: CONCURRENCY } },
			});
			const slow = items(20).map((item) => ({ ...item, slug: SLOW, seconds: 120 }));
			await bed.post('stop', { items: slow });
			await log.waitFor(from + 1, AbortSignal.timeout(60_000));
			const [running] = await api.executions(id);
			await api.stop(running?.id ?? '');
			assert.equal((await api.finished(id, 1)).status, 'canceled');

			// Another run, from beginning to end, gives the stopped one time to send what it must not.
			await bed.run({ path: 'fence', parameters: {} }, items(20));
			assert.ok(begun().length <= CONCURRENCY, `${begun().length} starts`);
		});

		await scenario.step('Stop: requests under way are cut off', () => {
			assert.ok(begun().length > 0);
			assert.ok(begun().every(({ isAbandoned }) => isAbandoned));
		});
	},
};
