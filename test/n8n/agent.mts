import { NEWEST } from '../../tools/n8n/versions.mts';
import { webhook } from '../../tools/n8n/workflow.mts';
import { agentWorkflow, withChatModel } from './chatModel.mts';
import type { Journey } from './testBed.mts';
import { createTool, FIRST_CALL, RETRY_ON_FAIL, testTool } from './toolCalls.mts';

/** n8n's AI Agent uses the node as its tool. */
export const agent: Journey = async (bed, scenario) => {
	const { api } = bed;
	await withChatModel(api, async (openAiApi) => {
		// Older versions of n8n have no version 3.1, and a failing tool ends the run of version 3.
		const isNewest = bed.lab.installed.version === NEWEST.version;
		const settings = isNewest
			? RETRY_ON_FAIL
			: { ...RETRY_ON_FAIL, onError: 'continueRegularOutput' };
		const tool = await createTool(bed, settings);
		for (const version of [2.2, isNewest ? 3.1 : 3]) {
			const path = `agent-${version}`;
			const trigger = webhook(path, { responseMode: 'lastNode' });
			const text = '={{ $json.body.text }}';
			const created = agentWorkflow(path, { trigger, text, tool }, openAiApi, version);
			// A run by hand takes the pinned call.
			const pinData = { Webhook: [{ json: { body: { text: JSON.stringify(FIRST_CALL) } } }] };
			const workflow = await api.publish({ ...created, pinData });
			/** Lets the model call the tool. Resolves to what it says, which is what it has read. */
			const callLive = async (call: object) => {
				const answer = await bed.post(path, { text: JSON.stringify(call) });
				return (JSON.parse(answer) as { output: string }).output;
			};
			await testTool(bed, scenario, `AI Agent ${version}`, callLive, async () => {
				const { id } = await api.runByHand(workflow, 'Webhook');
				return JSON.stringify(await bed.saved(id, 'Agent'));
			});
		}
	});
};
