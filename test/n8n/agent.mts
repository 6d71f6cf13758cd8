import assert from 'node:assert/strict';

import { chain, node, webhook, type WorkflowNode } from '../../tools/n8n/workflow.mts';
import { bySlug, filledForm, fromList } from '../parameters.mts';
import { startChatModel, textOf } from './chatModel.mts';
import { RETRY_ON_FAIL } from './retry.mts';
import { ECHO, FAILING, UNKNOWN_FLOW, type Journey, type TestBed } from './testBed.mts';
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
	const model = await startChatModel();
	const openAiApi = await api.createCredential('Model', 'openAiApi', {
		apiKey: 'none',
		url: model.url,
	});
	const create = async (path: string, tool: object) => {
		const settings = { parameters: BY_THE_MODEL, credentials: { startFlowApi: pasted } };
		await createAgent(bed, path, openAiApi, node('Start Flow', TOOL, 1, { ...settings, ...tool }));
	};
	/** Lets the model call the tool with these arguments, one call after the other. */
	const ask = async (path: string, ...calls: object[]) => {
		model.requests.splice(0);
		const from = log.starts.length;
		await bed.post(path, { text: JSON.stringify(calls) });
		const messages = model.requests.at(-1)?.messages ?? [];
		return {
			started: bed.startsSince(from),
			answers: messages.filter(({ role }) => role === 'tool').map(textOf),
			tool: model.requests[0]?.tools?.[0]?.function,
		};
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
			await create('agent-form', {
				parameters: { ...flow, contextMapping },
				credentials: { startFlowApi: form },
			});
			const call = { session_plan: 'team', '2_session_plan': 'yes' };
			const { started, answers, tool } = await ask('agent-form', call);
			const context = { session: { plan: 'team' }, session_plan: true, seats: 20 };
			assert.deepEqual(started, [[ECHO, context]]);
			assert.match(answers[0] ?? '', /team/);
			const { properties } = tool?.parameters as { properties: object };
			assert.deepEqual(Object.keys(properties).sort(), Object.keys(call).sort());
		});

		await scenario.step('AI Agent: chooses a flow of the credential, and no other', async () => {
			await create('agent', CONTINUE);
			const call = { slug: ECHO, context: '{"name":"Ada"}' };
			const { started, answers, tool } = await ask('agent', call, {
				slug: UNKNOWN_FLOW,
				context: '{}',
			});
			assert.deepEqual(started, [[ECHO, { name: 'Ada' }]]);
			assert.match(answers[0] ?? '', /Ada/);
			assert.match(answers[1] ?? '', /does not contain the flow/);
			assert.match(tool?.description ?? '', /Every call has a real effect/);
		});

		await scenario.step(
			'AI Agent: learns of an uncertain start, and nothing repeats it',
			async () => {
				await create('agent-fails', { ...RETRY_ON_FAIL, ...CONTINUE });
				const { started, answers } = await ask('agent-fails', { slug: FAILING, context: '{}' });
				assert.deepEqual(started, [[FAILING, {}]]);
				assert.match(answers[0] ?? '', /may have started.*in the integration platform/s);
			},
		);
	} finally {
		await model.close();
	}
};

/** Webhook → AI Agent with a chat model and a tool. */
async function createAgent(bed: TestBed, path: string, openAiApi: object, tool: WorkflowNode) {
	const model = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
		parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
		credentials: { openAiApi },
	});
	const aiAgent = node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, {
		parameters: { promptType: 'define', text: '={{ $json.body.text }}', options: {} },
	});
	const toAgent = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const { nodes, connections } = chain(path, [
		webhook(path, { responseMode: 'lastNode' }),
		aiAgent,
	]);
	await bed.api.publish({
		name: path,
		nodes: [...nodes, model, tool],
		connections: {
			...connections,
			Model: toAgent('ai_languageModel'),
			[tool.name]: toAgent('ai_tool'),
		},
	});
}

/** What n8n's AI button makes of a field. */
function leftToTheModel(displayName: string): string {
	const key = displayName.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}
