import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { RETRY_ON_FAIL } from './retryOnFail.mts';
import { withMendedSlug } from './retryFromList.mts';
import {
	eachOnce,
	fieldsOf,
	FAILING,
	items,
	timesStarted,
	UNKNOWN_FLOW,
	type TestBed,
} from './testBed.mts';
import { node, testWorkflow } from './workflow.mts';

const to = (name: string) => [{ node: name, type: 'main', index: 0 }];

export const subWorkflow: Feature = {
	name: 'In a sub-workflow',
	async test(bed, scenario) {
		await scenario.step('Its answers come back to the workflow that called it', async () => {
			const { starts, status, saved } = await call(bed, {
				path: 'parent',
				childSettings: { onError: 'continueRegularOutput' },
				items: items(5, { 3: FAILING }),
			});
			assert.equal(status, 'success');
			eachOnce(starts, 5);
			assert.deepEqual(
				fieldsOf(saved).map(({ n, error }) => n ?? error),
				[0, 1, 2, 'The service failed (HTTP 500): the flow may have started', 4],
			);
		});

		await scenario.step('Retry On Fail in it starts nothing twice', async () => {
			const { starts, status } = await call(bed, {
				path: 'child-again',
				childSettings: RETRY_ON_FAIL,
				items: items(1, { 0: FAILING }),
			});
			assert.equal(status, 'error');
			eachOnce(starts, 1);
		});

		await scenario.step(
			'Retry On Fail of the node that calls it starts its flows again, as the docs say',
			async () => {
				const { starts } = await call(bed, {
					path: 'parent-again',
					parentSettings: RETRY_ON_FAIL,
					items: items(1, { 0: FAILING }),
				});
				assert.equal(starts.length, RETRY_ON_FAIL.maxTries);
			},
		);

		await scenario.step('Retry of its own execution starts only what is missing', async () => {
			const { child, starts, status } = await halfDone(bed, 'own-retry');
			assert.equal(status, 'error');
			eachOnce(starts(), 5);
			await bed.api.updateWorkflow(withMendedSlug(child));
			const [own] = await bed.api.executions(child.id);
			await bed.api.retry(own?.id ?? '', 'current');
			assert.equal((await bed.api.finished(child.id, 2)).status, 'success');
			eachOnce(starts(), 10);
		});

		await scenario.step(
			'Retry of the workflow that calls it starts its flows again, as the docs say',
			async () => {
				const { id, parent, starts } = await halfDone(bed, 'parent-retry');
				await bed.api.retry(id, 'original');
				await bed.api.finished(parent.id, 2);
				assert.deepEqual([...timesStarted(starts()).values()], [2, 2, 2, 2, 2]);
			},
		);
	},
};

interface Call {
	path: string;
	/** Of the Trigger Flow node in the sub-workflow. */
	childParameters?: object;
	childSettings?: object;
	/** Of the node that calls the sub-workflow. */
	parentSettings?: object;
	items: object[];
}

/** Item 6 of 10 is refused in the sub-workflow, after five that were answered. */
async function halfDone(bed: TestBed, path: string) {
	const from = bed.log.starts.length;
	const childParameters = { options: { concurrency: 1 } };
	const called = await call(bed, {
		path,
		childParameters,
		items: items(10, { 5: UNKNOWN_FLOW }),
	});
	return { ...called, starts: () => bed.log.starts.slice(from) };
}

/** Calls a sub-workflow that starts a flow for each item. */
async function call(
	bed: TestBed,
	{ path, childParameters = {}, childSettings = {}, parentSettings = {}, items }: Call,
) {
	const child = await bed.api.createWorkflow({
		...childOf(bed.credential, childParameters, childSettings),
		name: `Called by ${path}`,
	});
	// Newer versions of n8n only call what is published; older ones publish no such workflow.
	await bed.api.activate(child).catch((error: Error) => {
		assert.match(error.message, /has no node to start the workflow/);
	});
	const parent = await bed.createLive(parentOf(path, child.id, parentSettings));
	const from = bed.log.starts.length;
	await bed.post(path, { items });
	const { id, status } = await bed.api.finished(parent.id, 1);
	const [saved] = await bed.saved(id, 'Start Them');
	return { starts: bed.log.starts.slice(from), id, status, saved, parent, child };
}

function childOf(credential: { id: string; name: string }, parameters: object, settings: object) {
	const { nodes } = testWorkflow({ path: 'child', credential, parameters, settings });
	return {
		nodes: [
			node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1, { parameters: {} }),
			...nodes.filter((one) => (one as { name: string }).name === 'Trigger Flow'),
		],
		connections: { Called: { main: [to('Trigger Flow')] } },
	};
}

function parentOf(path: string, childId: string, settings: object) {
	const { nodes } = testWorkflow({ path, credential: { id: '', name: '' }, parameters: {} });
	return {
		name: path,
		nodes: [
			...nodes.filter((one) => (one as { name: string }).name !== 'Trigger Flow'),
			node('Start Them', 'n8n-nodes-base.executeWorkflow', 1.1, {
				parameters: {
					workflowId: { __rl: true, mode: 'id', value: childId },
					options: { waitForSubWorkflow: true },
				},
				...settings,
			}),
		],
		connections: {
			Webhook: { main: [to('Items')] },
			Items: { main: [to('Start Them')] },
		},
	};
}
