import assert from 'node:assert/strict';

import type { Lab } from '../../tools/n8n/lab.mts';
import type { Workflow } from '../../tools/n8n/api.mts';
import { SIGN_UP_SLUG } from '../../stand-in/flows.mts';
import type { Scenario } from '../editor/scenario.mts';
import { node } from './workflow.mts';
import { startChatModel, textOf, type ChatModel } from './chatModel.mts';

/** n8n's AI Agent uses the node as its tool. */
export async function agent(lab: Lab, scenario: Scenario): Promise<void> {
	const { api, url } = lab.n8n;
	const { log } = lab.standIn;
	const model = await startChatModel();
	try {
		const workflow = await api.createWorkflow(
			agentWorkflow(
				await api.createCredential('Agent QA', 'triggerFlowApi', lab.credentialFor('qa')),
				await api.createCredential('Model', 'openAiApi', { apiKey: 'none', url: model.url }),
			),
		);
		await api.activate(workflow);
		const ask = async (args: object) => {
			model.requests.splice(0);
			const response = await fetch(`${url}/webhook/agent`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ text: JSON.stringify(args) }),
			});
			assert.equal(response.status, 200, await response.text());
		};

		await scenario.step(
			'AI agent: the flow starts once, and the model sees the answer',
			async () => {
				const from = log.starts.length;
				const context = { session: { first_name: 'Ada', email: 'ada@example.com' } };
				await ask({ slug: SIGN_UP_SLUG, context: JSON.stringify(context) });
				assert.deepEqual(
					log.starts.slice(from).map((start) => ({ slug: start.slug, context: start.context })),
					[{ slug: SIGN_UP_SLUG, context }],
				);
				assert.match(whatTheToolSaid(model), /Welcome, Ada!/);
			},
		);

		await scenario.step('AI agent: the model is told that a start is a real act', () => {
			const [tool] = model.requests[0]?.tools ?? [];
			assert.match(tool?.function.description ?? '', /Every call is a real act/);
			assert.match(JSON.stringify(tool?.function.parameters), /"slug"/);
			return Promise.resolve();
		});

		await scenario.step(
			'AI agent: the model sees why a start was refused, and what to do',
			async () => {
				const from = log.starts.length;
				await ask({ slug: 'no-such-flow-000000', context: '{}' });
				assert.equal(log.starts.length, from);
				assert.match(
					whatTheToolSaid(model),
					/There is no flow .*was not started.*Compare the slug/s,
				);
			},
		);

		await scenario.step('AI agent: the model sees that a start may have happened', async () => {
			const from = log.starts.length;
			await ask({ slug: 'failing-payment-9d4r6v', context: '{}' });
			assert.equal(log.starts.length, from + 1);
			assert.match(whatTheToolSaid(model), /may have started.*before you start it again/s);
		});

		await scenario.step(
			'AI agent: an empty call starts nothing and says what is missing',
			async () => {
				const from = log.starts.length;
				await ask({ slug: '', context: '{}' });
				assert.equal(log.starts.length, from);
				assert.match(whatTheToolSaid(model), /slug is empty/);
			},
		);
	} finally {
		await model.close();
	}
}

function whatTheToolSaid(model: ChatModel): string {
	return textOf(model.requests.at(-1)?.messages.at(-1));
}

function agentWorkflow(
	flowCredential: { id: string; name: string },
	modelCredential: { id: string; name: string },
): Workflow {
	const toAgent = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return {
		name: 'Agent',
		nodes: [
			node('Webhook', 'n8n-nodes-base.webhook', 2, {
				webhookId: 'agent',
				parameters: { httpMethod: 'POST', path: 'agent', responseMode: 'lastNode' },
			}),
			node('Agent', '@n8n/n8n-nodes-langchain.agent', 3, {
				parameters: { promptType: 'define', text: '={{ $json.body.text }}', options: {} },
			}),
			node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
				parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
				credentials: { openAiApi: modelCredential },
			}),
			node('Start Flow', 'n8n-nodes-trigger-flow.triggerFlowTool', 1, {
				parameters: {
					flow: 'slug',
					slug: "={{ $fromAI('slug', 'The slug of the flow', 'string') }}",
					contextMode: 'json',
					contextJson:
						"={{ $fromAI('context', 'The data for the flow, a JSON object', 'string') }}",
				},
				credentials: { triggerFlowApi: flowCredential },
			}),
		],
		connections: {
			Webhook: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Model: toAgent('ai_languageModel'),
			'Start Flow': toAgent('ai_tool'),
		},
	};
}
