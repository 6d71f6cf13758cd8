import assert from 'node:assert/strict';

import type { Execution, SavedWorkflow } from '../../tools/n8n/api.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';
import { chain, node } from '../../tools/n8n/workflow.mts';
import { eachOnce, items, type Journey } from './testBed.mts';
import { startFlow } from './workflow.mts';

/** Retry from the executions list. */
export const retry: Journey = async (bed, scenario) => {
	const { api } = bed;
	/** Corrects the slug, and retries. Fails unless the Retry goes well. */
	const retryCorrected = async (workflow: SavedWorkflow, { id, status }: Execution) => {
		assert.equal(status, 'error');
		await api.updateWorkflow(withCorrectSlug(workflow));
		assert.equal((await api.retry(id, workflow.id)).status, 'success');
	};

	await scenario.step('Retry starts what is missing; a second one starts nothing', async () => {
		const run = await bed.run({ path: 'list' }, items(100, { 56: SLUGS.unknown }));
		const { id, status, workflow, starts } = run;
		assert.equal(status, 'error');
		// With the original slug, the 57th item stops the run again.
		const second = await api.retry(id, workflow.id, 'original');
		eachOnce(starts(), starts().length);
		await retryCorrected(workflow, second);
		eachOnce(starts(), 100);

		const again = await api.retry(id, workflow.id);
		assert.equal(again.status, 'error');
		eachOnce(starts(), 100);
		const { message } = (await bed.saved(again.id))[0]?.error ?? {};
		assert.match(message ?? '', /A previous Retry of the same execution /);
	});

	await scenario.step(
		'Production below a workflow that was started by hand is refused',
		async () => {
			const production = await api.createCredential('Sub', bed.lab.credentialFor('production'));
			const flow = startFlow(production, { flow: bySlug(SLUGS.echo) });
			const called = node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1);
			const sub = await api.createWorkflow(chain('Sub', [called, flow]));
			const workflowId = { __rl: true, mode: 'id', value: sub.id };
			const parameters = { workflowId };
			const call = node('Call', 'n8n-nodes-base.executeWorkflow', 1.2, { parameters });
			const byHand = node('By hand', 'n8n-nodes-base.manualTrigger', 1);
			const starts = bed.log.watch();
			const parent = await api.createWorkflow(chain('Parent', [byHand, call]));
			assert.equal((await api.runByHand(parent, 'By hand')).status, 'error');
			assert.deepEqual(starts(), []);
		},
	);

	await scenario.step('Retry goes on into a second Trigger Flow node', async () => {
		const second = startFlow(bed.credential, { flow: bySlug(SLUGS.echo) });
		const next = { ...second, id: 'second', name: 'Second' };
		const run = await bed.run({ path: 'two-nodes', next }, items(5, { 3: SLUGS.unknown }));
		await retryCorrected(run.workflow, run);
		const numbers = run.starts().map(({ context }) => context.n);
		assert.deepEqual(numbers.sort(), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
	});
};

/** The workflow, in which items for the unknown flow go to an existing flow. */
export function withCorrectSlug(workflow: SavedWorkflow): SavedWorkflow {
	const correct = `={{ $json.slug === "${SLUGS.unknown}" ? "${SLUGS.echo}" : $json.slug }}`;
	const text = JSON.stringify(workflow.nodes).replace(
		JSON.stringify('={{ $json.slug }}'),
		JSON.stringify(correct),
	);
	return { ...workflow, nodes: JSON.parse(text) as object[] };
}
