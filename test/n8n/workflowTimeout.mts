import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { eachOnce, fieldsOf, items, SLOW, type TestBed } from './testBed.mts';
import { node, testWorkflow } from './workflow.mts';

const COUNT = 6;

/** The workflow's setting "Timeout Workflow" ends it in the middle of the node. */
export const workflowTimeout: Feature = {
	name: "After the workflow's own timeout during a start, nothing is started twice or silently left out",
	async test(bed, scenario) {
		for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
			await scenario.step(
				`Timeout of the workflow, ${onError}, then Retry by the API`,
				async () => {
					const { id, workflowId, starts } = await timedOut(bed, onError);
					assert.ok(starts().length < COUNT, `${starts().length} starts: no timeout`);
					if ((await bed.saved(id)).length === 0) {
						// The editor does not offer it either.
						eachOnce(starts(), starts().length);
						const refused = await bed.api.retry(id, 'original').catch((error: Error) => error);
						return `n8n saves nothing of a node that the workflow's own timeout ends${refused instanceof Error ? ', and refuses its Retry' : ': a Retry by its API knows of no start'}.`;
					}
					// It starts the rest, and may be ended by the same timeout: n8n then answers with a failure.
					const told = await bed.api.retry(id, 'original').catch(({ message }: Error) => message);
					if (told !== undefined) assert.match(told, /timed out/);
					const retried = await bed.api.finished(workflowId, 2);
					eachOnce(starts(), starts().length);
					if (onError === 'stopWorkflow') {
						assert.ok(['error', 'canceled'].includes(retried.status), retried.status);
						return undefined;
					}
					// n8n goes on behind the node: what is not there has to have been said.
					const [saved] = await bed.saved(retried.id);
					const outcomes = fieldsOf(saved, 1).map(
						({ details }) => (details as { outcome: string }).outcome,
					);
					assert.equal(fieldsOf(saved, 0).length + outcomes.length, COUNT);
					assert.equal(
						outcomes.filter((outcome) => outcome === 'notStarted').length,
						COUNT - starts().length,
					);
					return undefined;
				},
			);
		}
	},
};

/** Webhook → Items → Trigger Flow → Behind, ended by its timeout while it starts one after another. */
async function timedOut(bed: TestBed, onError: string) {
	const path = `timeout-${onError}`;
	const { nodes, connections, ...rest } = testWorkflow({
		path,
		credential: bed.credential,
		parameters: { options: { concurrency: 1 } },
		settings: { onError },
	});
	const behind = { main: [[{ node: 'Behind', type: 'main', index: 0 }]] };
	const workflow = await bed.createLive({
		...rest,
		settings: { executionOrder: 'v1', executionTimeout: 3 },
		nodes: [...nodes, node('Behind', 'n8n-nodes-base.noOp', 1, { parameters: {} })],
		connections: { ...connections, 'Trigger Flow': behind },
	});
	const from = bed.log.starts.length;
	await bed.post(path, {
		items: items(COUNT).map((item) => ({ ...item, slug: SLOW, seconds: 1.3 })),
	});
	const { id, status } = await bed.api.finished(workflow.id, 1);
	await bed.assertEnded(status);
	return { id, workflowId: workflow.id, starts: () => bed.log.starts.slice(from) };
}
