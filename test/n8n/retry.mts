import assert from 'node:assert/strict';

import type { SavedWorkflow } from '../../tools/n8n/api.mts';
import { chain, ITEMS, node, webhook } from '../../tools/n8n/workflow.mts';
import { bySlug } from '../parameters.mts';
import { ECHO, eachOnce, FAILING, items, UNKNOWN_FLOW, type Journey } from './testBed.mts';
import { startFlow } from './workflow.mts';

export const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** Retry from the executions list, and Retry On Fail. */
export const retry: Journey = async (bed, scenario) => {
	const { api } = bed;

	await scenario.step('Retry starts what is missing; a second one starts nothing', async () => {
		const run = await bed.run({ path: 'list' }, items(100, { 56: UNKNOWN_FLOW }));
		const { id, status, workflow, starts } = run;
		assert.equal(status, 'error');
		eachOnce(starts(), starts().length);
		// With the original slug, the 57th item stops the run again.
		await api.retry(id, 'original');
		const second = await api.finished(workflow.id, 2);
		assert.equal(second.status, 'error');
		eachOnce(starts(), starts().length);

		await api.updateWorkflow(withCorrectSlug(workflow));
		await api.retry(second.id, 'current');
		assert.equal((await api.finished(workflow.id, 3)).status, 'success');
		eachOnce(starts(), 100);

		await api.retry(id, 'current');
		const again = await api.finished(workflow.id, 4);
		assert.equal(again.status, 'error');
		eachOnce(starts(), 100);
		const { message, description } = (await bed.saved(again.id))[0]?.error ?? {};
		assert.match(message ?? '', new RegExp(`previous Retry of execution ${id}\\b`));
		assert.match(description ?? '', /that the previous Retry created/);
	});

	await scenario.step('Retry of a loop goes on with all of its rounds', async () => {
		const run = await bed.run({ path: 'looped', loopOver: 1 }, items(5, { 1: UNKNOWN_FLOW }));
		assert.equal(run.status, 'error');
		await api.updateWorkflow(withCorrectSlug(run.workflow));
		await api.retry(run.id, 'current');
		assert.equal((await api.finished(run.workflow.id, 2)).status, 'success');
		eachOnce(run.starts(), 5);
	});

	await scenario.step('Retry goes on into a second Trigger Flow node', async () => {
		const second = startFlow(bed.credential, { flow: bySlug(ECHO) });
		const next = { ...second, id: 'second', name: 'Second' };
		const run = await bed.run({ path: 'two-nodes', next }, items(5, { 3: UNKNOWN_FLOW }));
		assert.equal(run.status, 'error');
		await api.updateWorkflow(withCorrectSlug(run.workflow));
		await api.retry(run.id, 'current');
		assert.equal((await api.finished(run.workflow.id, 2)).status, 'success');
		const numbers = run.starts().map(({ context }) => context.n);
		assert.deepEqual(numbers.sort(), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
	});

	for (const [what, slug] of [
		['is rejected', UNKNOWN_FLOW],
		['fails after it was started', FAILING],
	] as const) {
		await scenario.step(`Retry On Fail, the 57th of 100 items ${what}`, async () => {
			const workflow = { path: `retry-${slug}`, settings: RETRY_ON_FAIL };
			const run = await bed.run(workflow, items(100, { 56: slug }));
			assert.equal(run.status, 'error');
			const starts = run.starts();
			assert.ok(starts.length >= 56, `${starts.length} starts`);
			eachOnce(starts, starts.length);
		});
	}

	await scenario.step(
		'In a loop with Retry On Fail, equal items are different starts',
		async () => {
			// n8n reads such an answer as a failure, and runs the node again.
			const equal = [1, 1, 1].map((n) => ({ n, slug: ECHO, error: 'an answer' }));
			const workflow = { path: 'loop', settings: RETRY_ON_FAIL, loopOver: 1 };
			const run = await bed.run(workflow, equal);
			assert.equal(run.status, 'success');
			assert.equal(run.starts().length, 3);
		},
	);

	await scenario.step('Retry in a sub-workflow starts each item once', async () => {
		const trigger = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1);
		const called = await api.createWorkflow(chain('called', [trigger, startFlow(bed.credential)]));
		// n8n 1.x publishes no workflow that others call.
		await api.activate(called).catch(() => {});
		const call = node('Call', 'n8n-nodes-base.executeWorkflow', 1.1, {
			parameters: { workflowId: { __rl: true, mode: 'id', value: called.id } },
		});
		await bed.api.publish(chain('caller', [webhook('caller'), ITEMS, call]));
		const from = bed.log.starts.length;
		await bed.post('caller', { items: items(10, { 5: UNKNOWN_FLOW }) });
		const { id, status } = await api.finished(called.id, 1);
		assert.equal(status, 'error');
		await api.updateWorkflow(withCorrectSlug(called));
		await api.retry(id, 'current');
		assert.equal((await api.finished(called.id, 2)).status, 'success');
		eachOnce(bed.log.starts.slice(from), 10);
	});
};

/** The workflow, in which items for the unknown flow go to an existing flow. */
export function withCorrectSlug(workflow: SavedWorkflow): SavedWorkflow {
	const correct = `={{ $json.slug === "${UNKNOWN_FLOW}" ? "${ECHO}" : $json.slug }}`;
	const text = JSON.stringify(workflow.nodes).replace(
		JSON.stringify('={{ $json.slug }}'),
		JSON.stringify(correct),
	);
	return { ...workflow, nodes: JSON.parse(text) as object[] };
}
