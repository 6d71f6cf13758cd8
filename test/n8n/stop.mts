import assert from 'node:assert/strict';

import type { Execution } from '../../tools/n8n/api.mts';
import { until } from '../../tools/n8n/session.mts';
import type { Feature } from './feature.mts';
import { items, SLOW } from './testBed.mts';

/** What an early n8n saves as the error of a run that was stopped. */
const SHOWN = 'No active execution found';

export const stop: Feature = {
	name: 'Stop: nothing is sent afterwards',
	async test(bed, scenario) {
		const { api, log } = bed;
		const from = log.starts.length;
		let stopped: Execution | undefined;
		const begun = () => log.starts.slice(from).filter(({ slug }) => slug === SLOW);

		await scenario.step('Stop: the run ends, and nothing is sent afterwards', async () => {
			const { id } = await bed.create({
				path: 'stop',
				parameters: { options: { concurrency: 2 } },
			});
			const slow = items(20).map((item) => ({ ...item, slug: SLOW, seconds: 120 }));
			await bed.post('stop', { items: slow });
			await log.waitFor(from + 2, AbortSignal.timeout(20_000));
			[stopped] = await api.executions(id);
			await api.stop(stopped?.id ?? '');
			await bed.assertEnded((await api.finished(id, 1)).status);

			// Another run, from beginning to end, gives the stopped one time to send what it must not.
			await bed.run({ path: 'fence', parameters: {} }, items(20));
			assert.equal(begun().length, 2);
		});

		await scenario.step('Stop: requests under way are cut off', async () => {
			assert.equal(begun().filter(({ isAbandoned }) => isAbandoned).length, 2);
		});

		if (!(await bed.isEarly())) return;
		await scenario.step('Stop: the stopped run is not retried', async () => {
			const { id = '' } = stopped ?? {};
			await until('save the end', async () => (await api.savedData(id)).includes(SHOWN));
			assert.ok((await api.retry(id, 'original').catch((error: Error) => error)) instanceof Error);
			assert.equal(begun().length, 2);
			return `n8n shows a stopped run as failed, with the error "${SHOWN}", and refuses its Retry.`;
		});
	},
};
