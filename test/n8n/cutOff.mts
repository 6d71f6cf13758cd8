import assert from 'node:assert/strict';

import { SLUGS } from '../../tools/stand-in/flows.mts';
import { until } from '../../tools/until.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { eachOnce, items, type BedWorkflow, type Journey } from './testBed.mts';
import { startFlow } from './workflow.mts';

const OPTIONS = { concurrency: 2, idempotencyKeyField: 'key' };

/** n8n is killed in the middle of a run. Started again, it marks the execution as crashed, and a person retries it. */
export const cutOff: Journey = async (bed, scenario) => {
	const { lab } = bed;

	/** Sends items, and kills n8n when a flow has been started `slowCount` times that takes minutes. */
	const killDuring = async (workflow: BedWorkflow, slug: string, slowCount: number) => {
		const sent = items(20).map((item) => ({ ...item, slug, seconds: 300 }));
		const begun = await bed.begin(workflow, sent);
		const countSlow = () => begun.starts().filter((start) => start.slug === SLUGS.slow).length;
		await until('start the slow flows', async () => countSlow() >= slowCount);
		await lab.n8n.kill();
		await lab.n8n.start();
		const crashed = await bed.api.finished(begun.workflow.id);
		assert.equal(crashed.status, 'crashed');
		return { ...begun, crashed };
	};

	await scenario.step('Killed in this node: Retry starts nothing, and says why', async () => {
		const settings = { path: 'cut-off', parameters: { options: OPTIONS } };
		const { workflow, crashed, starts } = await killDuring(settings, SLUGS.slow, 2);
		const second = await bed.api.retry(crashed.id, workflow.id, 'original');
		assert.equal(starts().length, 2);
		const { message = '' } = (await bed.saved(second.id)).at(-1)?.error ?? {};
		assert.match(message, /^20 of 20 may have started\. n8n was restarted during the run/);
	});

	await scenario.step('Killed in a later node: Retry sends again only if asked to', async () => {
		const slow = startFlow(bed.credential, { flow: bySlug(SLUGS.slow) });
		const next = { ...slow, id: 'second', name: 'Second' };
		const parameters = { flow: bySlug(SLUGS.echo), options: OPTIONS };
		const settings = { path: 'cut-off-later', parameters, next };
		const { workflow, crashed, starts } = await killDuring(settings, SLUGS.slow, 1);
		const echoed = () => starts().filter(({ slug }) => slug === SLUGS.echo);
		const keys = echoed().map(({ context }) => context.key);
		await bed.api.retry(crashed.id, workflow.id, 'original');
		eachOnce(echoed(), 20);

		const retryUnknown = { ...parameters, options: { ...OPTIONS, retryUnknown: true } };
		const nodes = workflow.nodes.map((one) => {
			const { name } = one as { name: string };
			if (name === 'Trigger Flow') return { ...one, ...startFlow(bed.credential, retryUnknown) };
			// The Retry shall come to an end.
			return name === 'Second' ? { ...next, disabled: true } : one;
		});
		await bed.api.updateWorkflow({ ...workflow, nodes });
		assert.equal((await bed.api.retry(crashed.id, workflow.id)).status, 'success');
		const again = echoed().slice(20);
		eachOnce(again, 20);
		// n8n 1.x does not tell a node which execution it retries.
		if (lab.installed.version.startsWith('1.')) return;
		assert.deepEqual(new Set(again.map(({ context }) => context.key)), new Set(keys));
	});
};
