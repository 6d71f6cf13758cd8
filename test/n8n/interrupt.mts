import assert from 'node:assert/strict';

import { SLUGS } from '../../tools/stand-in/flows.mts';
import { until } from '../../tools/until.mts';
import { eachOnce, items, type Journey } from './testBed.mts';

/** Far fewer requests at once than there are items. */
const CONCURRENCY = 2;

/** A person stops an execution, or n8n itself is stopped, while starts are in flight. */
export const interrupt: Journey = async (bed, scenario) => {
	const { api, lab } = bed;
	/** Sends items for a slow flow. Resolves once the first of them was started. */
	const begin = async (path: string, count: number, seconds: number, concurrency: number) => {
		const slow = items(count).map((item) => ({ ...item, slug: SLUGS.slow, seconds }));
		const begun = await bed.begin({ path, parameters: { options: { concurrency } } }, slow);
		await until('start a flow', async () => begun.starts().length > 0);
		const starts = () => begun.starts().filter(({ slug }) => slug === SLUGS.slow);
		return { id: begun.workflow.id, starts };
	};

	await scenario.step('Stop ends the starts in flight, and sends nothing more', async () => {
		const { id, starts } = await begin('stop', 20, 120, CONCURRENCY);
		const [running] = await api.executions(id);
		await api.stop(running?.id ?? '');
		assert.equal((await api.finished(id)).status, 'canceled');
		// Another run leaves time in which the stopped run might still send something.
		await bed.run({ path: 'fence' }, items(20));
		assert.ok(starts().length <= CONCURRENCY, `${starts().length} starts`);
		assert.ok(starts().every(({ isAbandoned }) => isAbandoned));
	});

	await scenario.step('An ordinary stop of n8n waits for the starts in flight', async () => {
		const { id, starts } = await begin('ordinary-stop', 4, 1, 1);
		await lab.n8n.restart();
		eachOnce(starts(), 4);
		assert.equal((await api.executions(id))[0]?.status, 'success');
	});
};
