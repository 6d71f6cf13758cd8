import assert from 'node:assert/strict';

import type { Scenario } from '../editor/scenario.mts';
import { AGENT, agentWorkflow } from './agentWorkflow.mts';
import type { ChatModel } from './chatModel.mts';
import { ECHO, type TestBed } from './testBed.mts';

/**
 * n8n's own doing, which docs/ai-agents.md warns of: version 2 of the agent asks the model anew, and
 * a call of a tool that was answered is made again. The node cannot know of it.
 */
export async function retryOfAgent(
	bed: TestBed,
	scenario: Scenario,
	model: ChatModel,
	credential: { id: string; name: string },
): Promise<void> {
	for (const version of [2, 3]) {
		const isRepeated = (await bed.versionOf(AGENT, version)) < 3;
		await scenario.step(
			`AI agent ${version}: Retry after the model broke down makes an answered call ${isRepeated ? 'again, as the docs say' : 'once'}`,
			async () => {
				const path = `agent-${version}-retry`;
				const { id } = await bed.createLive(
					await agentWorkflow(bed, credential, path, {}, version),
				);
				const from = bed.log.starts.length;
				const started = () => bed.log.starts.slice(from).map(({ context }) => context.n);
				const calls = [1, 2].map((n) => ({ slug: ECHO, context: `{"n":${n}}` }));
				model.failsAfterTool = true;
				await bed.post(path, { text: JSON.stringify(calls) }).catch(() => {});
				model.failsAfterTool = false;
				const failed = await bed.api.finished(id, 1);
				assert.equal(failed.status, 'error');
				assert.deepEqual(started(), [1]);

				await bed.api.retry(failed.id, 'original');
				assert.equal((await bed.api.finished(id, 2)).status, 'success');
				// Some go on with the second call behind it (seen: 2.40), some do not (1.82).
				assert.deepEqual(started().slice(0, 2), isRepeated ? [1, 1] : [1, 2]);
			},
		);
	}
}
