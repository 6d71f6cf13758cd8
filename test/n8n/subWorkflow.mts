import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { eachOnce, fieldsOf, FAILING, items } from './testBed.mts';
import { node, testWorkflow } from './workflow.mts';

const to = (name: string) => [{ node: name, type: 'main', index: 0 }];

export const subWorkflow: Feature = {
	name: 'In a sub-workflow',
	async test(bed, scenario) {
		await scenario.step('Its answers come back to the workflow that called it', async () => {
			const child = await bed.api.createWorkflow({
				...childOf(bed.credential),
				name: 'Starts flows for others',
			});
			// Newer versions of n8n only call what is published; older ones publish no such workflow.
			await bed.api.activate(child).catch((error: Error) => {
				assert.match(error.message, /has no node to start the workflow/);
			});
			const parent = await bed.createLive(parentOf(child.id));
			const from = bed.log.starts.length;
			await bed.post('parent', { items: items(5, { 3: FAILING }) });
			const { id, status } = await bed.api.finished(parent.id, 1);
			assert.equal(status, 'success');
			eachOnce(bed.log.starts.slice(from), 5);
			const [saved] = await bed.saved(id, 'Start Them');
			assert.deepEqual(
				fieldsOf(saved).map(({ n, error }) => n ?? error),
				[0, 1, 2, 'The service failed (HTTP 500): the flow may have started', 4],
			);
		});
	},
};

function childOf(credential: { id: string; name: string }) {
	const { nodes } = testWorkflow({
		path: 'child',
		credential,
		parameters: {},
		settings: { onError: 'continueRegularOutput' },
	});
	return {
		nodes: [
			node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1, { parameters: {} }),
			...nodes.filter((one) => (one as { name: string }).name === 'Trigger Flow'),
		],
		connections: { Called: { main: [to('Trigger Flow')] } },
	};
}

function parentOf(childId: string) {
	const { nodes } = testWorkflow({
		path: 'parent',
		credential: { id: '', name: '' },
		parameters: {},
	});
	return {
		name: 'Calls another',
		nodes: [
			...nodes.filter((one) => (one as { name: string }).name !== 'Trigger Flow'),
			node('Start Them', 'n8n-nodes-base.executeWorkflow', 1.1, {
				parameters: {
					workflowId: { __rl: true, mode: 'id', value: childId },
					options: { waitForSubWorkflow: true },
				},
			}),
		],
		connections: {
			Webhook: { main: [to('Items')] },
			Items: { main: [to('Start Them')] },
		},
	};
}
