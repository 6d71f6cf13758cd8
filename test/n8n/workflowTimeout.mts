import assert from 'node:assert/strict';

import type { Feature } from './feature.mts';
import { eachOnce, items, SLOW } from './testBed.mts';
import { testWorkflow } from './workflow.mts';

const COUNT = 6;

/** The workflow's setting "Timeout Workflow" ends it in the middle of the node. */
export const workflowTimeout: Feature = {
	name: "Retry after the workflow's own timeout starts nothing twice",
	async test(bed, scenario) {
		await scenario.step("The workflow's own timeout, then Retry: each start once", async () => {
			const { api, credential, log } = bed;
			const path = 'workflow-timeout';
			const parameters = { options: { concurrency: 1 } };
			const { id: workflowId } = await bed.createLive({
				...testWorkflow({ path, credential, parameters }),
				settings: { executionOrder: 'v1', executionTimeout: 3 },
			});
			const from = log.starts.length;
			const slow = items(COUNT).map((item) => ({ ...item, slug: SLOW, seconds: 1.3 }));
			await bed.post(path, { items: slow });
			const { id, status } = await api.finished(workflowId, 1);
			assert.equal(status, 'canceled');
			const before = log.starts.length - from;
			assert.ok(before < COUNT, `${before} starts: no timeout`);
			if ((await bed.saved(id)).length === 0) {
				return "n8n saves nothing of a node that the workflow's own timeout ends: a Retry by its API knows of no start.";
			}
			// It starts the rest, and may be ended by the same timeout: n8n then answers with a failure.
			const told = await api.retry(id, 'original').catch(({ message }: Error) => message);
			if (told !== undefined) assert.match(told, /timed out/);
			await api.finished(workflowId, 2);
			const starts = log.starts.slice(from);
			assert.ok(starts.length > before);
			eachOnce(starts, starts.length);
			return undefined;
		});
	},
};
