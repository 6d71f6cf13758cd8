import assert from 'node:assert/strict';

import { until } from '../../tools/n8n/session.mts';
import { hostileService } from '../engine/hostileService.mts';
import { WAYS } from '../engine/hostileWays.mts';
import type { Feature } from './feature.mts';
import { fieldsOf, items } from './testBed.mts';

/** The helper for requests is n8n's own, and another one in each version. */
export const endlessAnswers: Feature = {
	name: 'An answer without end is cut off, and its connection ended',
	async test(bed, scenario) {
		await scenario.step('After the time-out, every connection is ended', async () => {
			const service = await hostileService((socket, body) => {
				const { context } = JSON.parse(body) as { context: { n: number } };
				WAYS[context.n]?.answer(socket);
			});
			try {
				const credential = await bed.createCredential('Endless', {
					...bed.lab.credentialFor('qa'),
					baseUrl: service.url,
				});
				// One after another: else an endless one holds up the head of the next.
				const options = { timeout: 1000, concurrency: 1, maxRetries: 0 };
				const run = await bed.run(
					{
						path: 'endless',
						credential,
						parameters: { options },
						settings: { onError: 'continueRegularOutput' },
					},
					items(WAYS.length),
				);
				const saved = fieldsOf((await bed.saved(run.id))[0]);
				assert.equal(saved.length, WAYS.length);
				for (const [index, { details, warning }] of saved.entries()) {
					const way = WAYS[index];
					if (way?.isStarted) assert.match(String(warning), /^The flow was started/);
					else {
						const { outcome } = details as { outcome: string };
						assert.equal(outcome, way?.failure?.outcome ?? 'unknown');
					}
				}
				let hasLetGo = false;
				void service.letGo().then(() => (hasLetGo = true));
				await until('end every connection', async () => await Promise.resolve(hasLetGo));
			} finally {
				await service.close();
			}
		});
	},
};
