import assert from 'node:assert/strict';

import type { SavedWorkflow, Workflow } from '../../tools/n8n/api.mts';
import type { Feature } from './feature.mts';
import { withMendedSlug } from './retryFromList.mts';
import { eachOnce, items, UNKNOWN_FLOW, type TestBed } from './testBed.mts';
import { node, testWorkflow } from './workflow.mts';

/** What is remembered lies in the execution that is retried: an older one lacks what a newer one did. */
export const retryOfOlder: Feature = {
	name: 'Retry of an older execution starts nothing twice',
	async test(bed, scenario) {
		const { api } = bed;

		await scenario.step('Retry of an execution that was retried since starts nothing', async () => {
			const { workflow, first, starts } = await failed(bed, 'older');
			await api.updateWorkflow(withMendedSlug(workflow));
			await api.retry(first, 'current');
			const second = await api.finished(workflow.id, 2);
			// It has started the rest, and has failed in the node behind.
			assert.equal(second.status, 'error');
			eachOnce(starts(), 10);

			await api.retry(first, 'current');
			const third = await api.finished(workflow.id, 3);
			eachOnce(starts(), 10);
			await namesTheNewer(bed, third.id, second.id);
		});

		await scenario.step('Two Retries at the same time start each item once', async () => {
			const { workflow, first, starts } = await failed(bed, 'double-click');
			await api.updateWorkflow(withMendedSlug(workflow));
			await Promise.all([api.retry(first, 'current'), api.retry(first, 'current')]);
			await api.finished(workflow.id, 3);
			eachOnce(starts(), 10);
		});

		await scenario.step('Retry after a Retry that went well starts nothing', async () => {
			const { workflow, first, starts } = await failed(bed, 'went-well');
			await api.updateWorkflow(withoutFailure(withMendedSlug(workflow)));
			await api.retry(first, 'current');
			const second = await api.finished(workflow.id, 2);
			assert.equal(second.status, 'success');
			eachOnce(starts(), 10);

			// The editor no longer offers it, but its list may be an old one; the API takes it.
			await api.retry(first, 'current');
			const third = await api.finished(workflow.id, 3);
			eachOnce(starts(), 10);
			await namesTheNewer(bed, third.id, second.id);
		});

		await scenario.step('Retry of the newest execution goes on where it failed', async () => {
			const { workflow, first, starts } = await failed(bed, 'newest');
			await api.retry(first, 'original');
			const second = await api.finished(workflow.id, 2);
			eachOnce(starts(), 5);
			await api.updateWorkflow(withoutFailure(withMendedSlug(workflow)));
			await api.retry(second.id, 'current');
			assert.equal((await api.finished(workflow.id, 3)).status, 'success');
			eachOnce(starts(), 10);
		});
	},
};

/** Webhook → Items → Trigger Flow → Fails. Item 6 of 10 was refused, after five that were answered. */
async function failed(bed: TestBed, path: string) {
	const workflow = await bed.createLive(failingBehind(bed, path));
	const from = bed.log.starts.length;
	await bed.post(path, { items: items(10, { 5: UNKNOWN_FLOW }) });
	const { id, status } = await bed.api.finished(workflow.id, 1);
	const starts = () => bed.log.starts.slice(from);
	assert.equal(status, 'error');
	eachOnce(starts(), 5);
	return { workflow, first: id, starts };
}

function failingBehind({ credential }: TestBed, path: string): Workflow {
	const parameters = { options: { concurrency: 1 } };
	const { nodes, connections, ...rest } = testWorkflow({ path, credential, parameters });
	const behind = node('Fails', 'n8n-nodes-base.stopAndError', 1, {
		parameters: { errorMessage: 'This node fails' },
	});
	const to = { main: [[{ node: 'Fails', type: 'main', index: 0 }]] };
	return {
		...rest,
		nodes: [...nodes, behind],
		connections: { ...connections, 'Trigger Flow': to },
	};
}

function withoutFailure(workflow: SavedWorkflow): SavedWorkflow {
	const nodes = (workflow.nodes as Array<{ name: string }>).map((one) =>
		one.name === 'Fails' ? { ...one, disabled: true } : one,
	);
	return { ...workflow, nodes };
}

/** A person who is refused has to know which execution to retry instead. */
async function namesTheNewer(bed: TestBed, refused: string, newer: string): Promise<void> {
	const [saved] = await bed.saved(refused);
	assert.match(saved?.error?.message ?? '', new RegExp(`\\bexecution ${newer}\\b`));
}
