import assert from 'node:assert/strict';

import { until } from '../../tools/until.mts';
import { bySlug } from '../parameters.mts';
import { ECHO, eachOnce, items, SLOW, type BedWorkflow, type Journey } from './testBed.mts';
import { startFlow } from './workflow.mts';

const OPTIONS = { concurrency: 2, idempotencyKeyField: 'key' };

/** n8n is killed in the middle of a run. Started again, it marks the execution as crashed, and a person retries it. */
export const cutOff: Journey = async (bed, scenario) => {
	const { lab, log } = bed;

	/** Sends items, and kills n8n when a flow has been started `slowCount` times that takes minutes. */
	const killDuring = async (workflow: BedWorkflow, slug: string, slowCount: number) => {
		const from = log.starts.length;
		const saved = await bed.create(workflow);
		const sent = items(20).map((item) => ({ ...item, slug, seconds: 300 }));
		await bed.post(workflow.path, { items: sent });
		const listSlow = () => log.starts.slice(from).filter((start) => start.slug === SLOW);
		await until('start the slow flows', async () => listSlow().length >= slowCount);
		await lab.crash();
		const crashed = await bed.api.finished(saved.id, 1);
		assert.equal(crashed.status, 'crashed');
		return { saved, crashed, starts: () => log.starts.slice(from) };
	};

	await scenario.step('Killed in this node: Retry starts nothing, and says why', async () => {
		const workflow = { path: 'cut-off', parameters: { options: OPTIONS } };
		const { saved, crashed, starts } = await killDuring(workflow, SLOW, 2);
		await bed.api.retry(crashed.id, 'original');
		const second = await bed.api.finished(saved.id, 2);
		assert.equal(starts().length, 2);
		const { message = '', description = '' } = (await bed.saved(second.id)).at(-1)?.error ?? {};
		assert.match(message, /n8n was restarted during the run/);
		assert.match(description, /20 may have started/);
	});

	await scenario.step(
		'Killed in a later node: Retry sends with the same keys, if asked to',
		async () => {
			const slow = startFlow(bed.credential, { flow: bySlug(SLOW) });
			const next = { ...slow, id: 'second', name: 'Second' };
			const parameters = { flow: bySlug(ECHO), options: OPTIONS };
			const workflow = { path: 'cut-off-later', parameters, next };
			const { saved, crashed, starts } = await killDuring(workflow, SLOW, 1);
			const echoed = () => starts().filter(({ slug }) => slug === ECHO);
			const keys = echoed().map(({ context }) => context.key);
			eachOnce(echoed(), 20);
			await bed.api.retry(crashed.id, 'original');
			await bed.api.finished(saved.id, 2);
			eachOnce(echoed(), 20);

			const retryUnknown = { ...parameters, options: { ...OPTIONS, retryUnknown: true } };
			const nodes = saved.nodes.map((one) => {
				const { name } = one as { name: string };
				if (name === 'Trigger Flow') return { ...one, ...startFlow(bed.credential, retryUnknown) };
				// The Retry shall come to an end.
				return name === 'Second' ? { ...next, disabled: true } : one;
			});
			await bed.api.updateWorkflow({ ...saved, nodes });
			await bed.api.retry(crashed.id, 'current');
			assert.equal((await bed.api.finished(saved.id, 3)).status, 'success');
			const again = echoed().slice(20);
			eachOnce(again, 20);
			// n8n 1.x does not tell a node which execution it retries.
			if (lab.installed.version.startsWith('1.')) return;
			assert.deepEqual(new Set(again.map(({ context }) => context.key)), new Set(keys));
		},
	);
};
