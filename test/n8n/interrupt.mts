import assert from 'node:assert/strict';

import { SLUGS } from '../../tools/stand-in/flows.mts';
import { until } from '../../tools/until.mts';
import { items, type Journey } from './testBed.mts';

/** Far fewer requests at once than there are items. */
const CONCURRENCY = 2;

/** A person stops an execution while starts are in flight. */
export const interrupt: Journey = async (bed, scenario) => {
	await scenario.step('Stop ends the starts in flight, and sends nothing more', async () => {
		const slow = items(20).map((item) => ({ ...item, slug: SLUGS.slow, seconds: 120 }));
		const parameters = { options: { concurrency: CONCURRENCY } };
		const { workflow, starts } = await bed.begin({ path: 'stop', parameters }, slow);
		await until('start a flow', async () => starts().length > 0);
		const [running] = await bed.api.executions(workflow.id);
		await bed.api.stop(running?.id ?? '');
		assert.equal((await bed.api.finished(workflow.id)).status, 'canceled');
		// Another run leaves time in which the stopped run might still send something.
		await bed.run({ path: 'fence' }, items(20));
		const slowStarts = starts().filter(({ slug }) => slug === SLUGS.slow);
		assert.ok(slowStarts.length <= CONCURRENCY, `${slowStarts.length} starts`);
		assert.ok(slowStarts.every(({ isAbandoned }) => isAbandoned));
	});
};
