import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { eachOnce, FAILING, items, timesStarted, UNKNOWN_FLOW } from './testBed.mts';

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
						numberOf(told, 'started') +
							numberOf(told, 'may have started') +
							numberOf(told, '(?:was|were) started earlier'),
						starts.length,
					);
				},
			);
		}
		for (const onError of ['continueRegularOutput', 'continueErrorOutput']) {
			await scenario.step(
				`An item that is refused once, Retry On Fail 3 times, ${onError}: what is told is true`,
				async () => {
					const path = `recovers-${onError}`;
					const answers = [['422'], []];
					const sent = answers.map((answer, n) => ({
						n,
						slug: 'answers-as-told-5j8w2c',
						answers: answer,
						order: `${path}-${bed.lab.installed.version}-${n}`,
					}));
					const settings = { ...RETRY_ON_FAIL, onError };
					const run = await bed.run({ path, parameters: {}, settings }, sent);
					const times = timesStarted(run.starts());
					const outputs = (await bed.saved(run.id)).at(-1)?.data?.main ?? [];
					const fields = outputs.flatMap((output) => output ?? []).map(({ json }) => json);
					assert.equal(fields.length, 2, 'each item is told of');
					const isRefused = fields.some(({ details }) => details !== undefined);
					// The first request of the first item is refused, each further one would start its flow.
					assert.deepEqual([...times.values()], [isRefused ? 1 : 2, 1]);
					return isRefused
						? 'Retry On Fail does nothing where the node goes on after errors: n8n would drop what further tries give.'
						: undefined;
				},
			);
		}
	},
};

/** How many items the node's report counts under these words. */
function numberOf(report: string, words: string): number {
	return Number(new RegExp(`(\\d+) ${words}\\b`).exec(report)?.[1] ?? 0);
}
