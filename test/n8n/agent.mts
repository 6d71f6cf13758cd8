import assert from 'node:assert/strict';

import type { SavedWorkflow } from '../../tools/n8n/api.mts';
import { NEWEST } from '../../tools/n8n/versions.mts';
import { chain, node, webhook, type WorkflowNode } from '../../tools/n8n/workflow.mts';
import { filledForm, fromList } from '../parameters.mts';
import { startChatModel } from './chatModel.mts';
import { RETRY_ON_FAIL } from './retry.mts';
import { ECHO, type Journey, type TestBed } from './testBed.mts';
import { createTool, FIRST_CALL, testTool } from './toolCalls.mts';
import { TOOL } from './workflow.mts';

/** An example in which two fields would give the model's arguments the same name. */
const EXAMPLE = { session: { plan: 'pro' }, session_plan: true, seats: 5 };

const CONTINUE = { onError: 'continueRegularOutput' };

/** n8n's AI Agent uses the node as its tool. */
export const agent: Journey = async (bed, scenario) => {
	const { api, log } = bed;
	const model = await startChatModel();
	const openAiApi = await api.createCredential('Model', 'openAiApi', {
		apiKey: 'none',
		url: model.url,
	});
	/** Lets the model call the tool with these arguments. Resolves to what it says, which is what it has read. */
	const ask = async (path: string, call: object) => {
		const answer = await bed.post(path, { text: JSON.stringify(call) });
		return (JSON.parse(answer) as { output: string }).output;
	};

	try {
		await scenario.step('AI Agent: fills in the form fields left to it', async () => {
			const form = await bed.createCredential('For the tool', {
				connectWith: 'request',
				request: bed.lab.standIn.startEvent('qa', ECHO, EXAMPLE),
			});
			const flow = { flow: fromList(ECHO), contextMode: 'form' };
			const fields = await api.formFields(TOOL, flow, form);
			const [plan, renewal] = fields.map(({ displayName }) => leftToTheModel(displayName));
			const value = { '/session/plan': plan, '/session_plan': renewal, '/seats': '20' };
			const contextMapping = filledForm(EXAMPLE, ECHO, value, true);
			const tool = node('Start Flow', TOOL, 1, {
				parameters: { ...flow, contextMapping },
				credentials: { startFlowApi: form },
			});
			await createAgent(bed, 'agent-form', openAiApi, tool);
			const call = { session_plan: 'team', '2_session_plan': 'yes' };
			const from = log.starts.length;
			assert.match(await ask('agent-form', call), /team/);
			const context = { session: { plan: 'team' }, session_plan: true, seats: 20 };
			assert.deepEqual(bed.startsSince(from), [[ECHO, context]]);
			const shown = model.requests.at(-1)?.tools?.[0]?.function;
			assert.match(shown?.description ?? '', /Every call has a real effect/);
			const { properties } = shown?.parameters as { properties: object };
			assert.deepEqual(Object.keys(properties).sort(), Object.keys(call).sort());
		});

		// Older versions of n8n have no version 3.1, and a failing tool ends the run of version 3.
		const isNewest = bed.lab.installed.version === NEWEST.version;
		const settings = isNewest ? RETRY_ON_FAIL : { ...RETRY_ON_FAIL, ...CONTINUE };
		const tool = await createTool(bed, settings);
		for (const version of [2.2, isNewest ? 3.1 : 3]) {
			const path = `agent-${version}`;
			const workflow = await createAgent(bed, path, openAiApi, tool, version);
			const callLive = async (call: object) => await ask(path, call);
			await testTool(bed, scenario, `AI Agent ${version}`, callLive, async () => {
				const { id } = await api.runByHand(workflow, { trigger: 'Webhook' });
				return JSON.stringify(await bed.saved(id, 'Agent'));
			});
		}
	} finally {
		await model.close();
	}
};

/** Webhook → AI Agent with a chat model and a tool. */
async function createAgent(
	bed: TestBed,
	path: string,
	openAiApi: object,
	tool: WorkflowNode,
	version = 3,
): Promise<SavedWorkflow> {
	const model = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
		parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
		credentials: { openAiApi },
	});
	const aiAgent = node('Agent', '@n8n/n8n-nodes-langchain.agent', version, {
		parameters: { promptType: 'define', text: '={{ $json.body.text }}', options: {} },
	});
	const toAgent = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const { nodes, connections } = chain(path, [
		webhook(path, { responseMode: 'lastNode' }),
		aiAgent,
	]);
	return await bed.api.publish({
		name: path,
		nodes: [...nodes, model, tool],
		connections: {
			...connections,
			Model: toAgent('ai_languageModel'),
			[tool.name]: toAgent('ai_tool'),
		},
		// A run by hand takes this.
		pinData: { Webhook: [{ json: { body: { text: JSON.stringify(FIRST_CALL) } } }] },
	});
}

/** What n8n's AI button makes of a field. */
function leftToTheModel(displayName: string): string {
	const key = displayName.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}
