import assert from 'node:assert/strict';

import { NEWEST } from '../../tools/n8n/versions.mts';
import { node, webhook, type WorkflowNode } from '../../tools/n8n/workflow.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { toSlugAndContext } from '../../tools/stand-in/startLog.mts';
import { filledForm, fromList } from '../../tools/n8n/parameters.mts';
import { agentWorkflow, leftToTheModel, withChatModel } from './chatModel.mts';
import type { Journey } from './testBed.mts';
import { createTool, FIRST_CALL, RETRY_ON_FAIL, testTool } from './toolCalls.mts';
import { TOOL } from './workflow.mts';

/** An example in which two fields would give the model's arguments the same name. */
const EXAMPLE = { session: { plan: 'pro' }, session_plan: true, seats: 5 };

const CONTINUE = { onError: 'continueRegularOutput' };

/** n8n's AI Agent uses the node as its tool. */
export const agent: Journey = async (bed, scenario) => {
	const { api, log } = bed;
	await withChatModel(api, async ({ requests, credential: openAiApi }) => {
		const create = async (path: string, tool: WorkflowNode, version?: number) => {
			const trigger = webhook(path, { responseMode: 'lastNode' });
			const text = '={{ $json.body.text }}';
			const workflow = agentWorkflow(path, { trigger, text, tool }, openAiApi, version);
			// A run by hand takes the pinned call.
			const pinData = { Webhook: [{ json: { body: { text: JSON.stringify(FIRST_CALL) } } }] };
			return await api.publish({ ...workflow, pinData });
		};
		/** Lets the model call the tool with these arguments. Resolves to what it says, which is what it has read. */
		const ask = async (path: string, call: object) => {
			const answer = await bed.post(path, { text: JSON.stringify(call) });
			return (JSON.parse(answer) as { output: string }).output;
		};

		await scenario.step('AI Agent: fills in the form fields left to it', async () => {
			const form = await bed.lab.createPasted('For the tool', 'qa', [[SLUGS.echo, EXAMPLE]]);
			const flow = { flow: fromList(SLUGS.echo), contextMode: 'form' };
			const path = '/rest/dynamic-node-parameters/resource-mapper-fields';
			const { fields } = await api.call<{ fields: Array<{ displayName: string }> }>('POST', path, {
				nodeTypeAndVersion: { name: TOOL, version: 1 },
				credentials: { startFlowApi: form },
				path: 'parameters.contextMapping',
				methodName: 'loadForm',
				currentNodeParameters: flow,
			});
			const [plan, renewal] = fields.map(({ displayName }) => leftToTheModel(displayName));
			const value = { '/session/plan': plan, '/session_plan': renewal, '/seats': '20' };
			const contextMapping = filledForm(EXAMPLE, SLUGS.echo, value, true);
			const tool = node('Start Flow', TOOL, 1, {
				parameters: { ...flow, contextMapping },
				credentials: { startFlowApi: form },
			});
			await create('agent-form', tool);
			const call = { session_plan: 'team', '2_session_plan': 'yes' };
			const starts = log.watch();
			assert.match(await ask('agent-form', call), /team/);
			const context = { session: { plan: 'team' }, session_plan: true, seats: 20 };
			assert.deepEqual(starts().map(toSlugAndContext), [[SLUGS.echo, context]]);
			const shown = requests.at(-1)?.tools?.[0]?.function;
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
			const workflow = await create(path, tool, version);
			const callLive = async (call: object) => await ask(path, call);
			await testTool(bed, scenario, `AI Agent ${version}`, callLive, async () => {
				const { id } = await api.runByHand(workflow, 'Webhook');
				return JSON.stringify(await bed.saved(id, 'Agent'));
			});
		}
	});
};
