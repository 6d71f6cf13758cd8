import assert from 'node:assert/strict';

import { node, webhook } from '../../tools/n8n/workflow.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';
import { toSlugAndContext } from '../../tools/stand-in/startLog.mts';
import { bySlug, filledForm, fromList } from '../../tools/n8n/parameters.mts';
import { agentWorkflow, leftToTheModel, textOf, withChatModel } from './chatModel.mts';
import { RETRY_ON_FAIL } from './retry.mts';
import type { Journey } from './testBed.mts';
import { TOOL } from './workflow.mts';

/** An example in which two fields would give the model's arguments the same name. */
const EXAMPLE = { session: { plan: 'pro' }, session_plan: true, seats: 5 };

/** Lets the model choose the slug and write the context as JSON. */
const BY_THE_MODEL = {
	flow: bySlug("={{ $fromAI('slug', 'The slug of the flow', 'string') }}"),
	contextMode: 'json',
	contextJson: "={{ $fromAI('context', 'The data for the flow, a JSON object', 'string') }}",
};

const CONTINUE = { onError: 'continueRegularOutput' };

/** n8n's AI Agent uses the node as its tool. */
export const agent: Journey = async (bed, scenario) => {
	const { api, log, pasted } = bed;
	await withChatModel(api, async ({ requests, credential: openAiApi }) => {
		const create = async (path: string, settings: object) => {
			const usual = { parameters: BY_THE_MODEL, credentials: { startFlowApi: pasted } };
			const tool = node('Start Flow', TOOL, 1, { ...usual, ...settings });
			const trigger = webhook(path, { responseMode: 'lastNode' });
			const text = '={{ $json.body.text }}';
			await api.publish(agentWorkflow(path, { trigger, text, tool }, openAiApi));
		};
		/** Lets the model call the tool with these arguments, one call after the other. */
		const ask = async (path: string, ...calls: object[]) => {
			requests.splice(0);
			const starts = log.watch();
			await bed.post(path, { text: JSON.stringify(calls) });
			const messages = requests.at(-1)?.messages ?? [];
			return {
				started: starts().map(toSlugAndContext),
				answers: messages.filter(({ role }) => role === 'tool').map(textOf),
				tool: requests[0]?.tools?.[0]?.function,
			};
		};

		await scenario.step('AI Agent: fills in the form fields left to it', async () => {
			const form = await bed.lab.createPasted('For the tool', 'qa', [[SLUGS.echo, EXAMPLE]]);
			const flow = { flow: fromList(SLUGS.echo), contextMode: 'form' };
			const loadForm = { path: 'parameters.contextMapping', methodName: 'loadForm' };
			const { fields } = await api.askNode<{ fields: Array<{ displayName: string }> }>(
				'resource-mapper-fields',
				TOOL,
				form,
				{ ...loadForm, currentNodeParameters: flow },
			);
			const [plan, renewal] = fields.map(({ displayName }) => leftToTheModel(displayName));
			const value = { '/session/plan': plan, '/session_plan': renewal, '/seats': '20' };
			const contextMapping = filledForm(EXAMPLE, SLUGS.echo, value, true);
			await create('agent-form', {
				parameters: { ...flow, contextMapping },
				credentials: { startFlowApi: form },
			});
			const call = { session_plan: 'team', '2_session_plan': 'yes' };
			const { started, answers, tool } = await ask('agent-form', call);
			const context = { session: { plan: 'team' }, session_plan: true, seats: 20 };
			assert.deepEqual(started, [[SLUGS.echo, context]]);
			assert.match(answers[0] ?? '', /team/);
			const { properties } = tool?.parameters as { properties: object };
			assert.deepEqual(Object.keys(properties).sort(), Object.keys(call).sort());
		});

		await scenario.step('AI Agent: chooses a flow of the credential, and no other', async () => {
			await create('agent', CONTINUE);
			const call = { slug: SLUGS.echo, context: '{"name":"Ada"}' };
			const other = { slug: SLUGS.unknown, context: '{}' };
			const { started, answers, tool } = await ask('agent', call, other);
			assert.deepEqual(started, [[SLUGS.echo, { name: 'Ada' }]]);
			assert.match(answers[0] ?? '', /Ada/);
			assert.match(answers[1] ?? '', /does not contain the flow/);
			assert.match(tool?.description ?? '', /Every call has a real effect/);
		});

		await scenario.step('AI Agent: learns of an uncertain start, never repeated', async () => {
			await create('agent-fails', { ...RETRY_ON_FAIL, ...CONTINUE });
			const call = { slug: SLUGS.failing, context: '{}' };
			const { started, answers } = await ask('agent-fails', call);
			assert.deepEqual(started, [[SLUGS.failing, {}]]);
			assert.match(answers[0] ?? '', /may have started.*in the integration platform/s);
		});
	});
};
