import type { Workflow } from '../../tools/n8n/api.mts';
import type { TestBed } from './testBed.mts';
import { node } from './workflow.mts';

export const AGENT = '@n8n/n8n-nodes-langchain.agent';
export const TOOL = 'n8n-nodes-trigger-flow.triggerFlowTool';
const MODEL = '@n8n/n8n-nodes-langchain.lmChatOpenAi';

/**
 * Webhook → AI Agent with a chat model and the node as its tool; the model fills in slug and context.
 *
 * @param toolSettings Of the tool, such as `onError`.
 * @param agentVersion Of the AI Agent node, or the newest below that this n8n has.
 */
export async function agentWorkflow(
	bed: TestBed,
	modelCredential: { id: string; name: string },
	path: string,
	toolSettings: object,
	agentVersion = 3,
): Promise<Workflow> {
	const toAgent = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return {
		name: path,
		nodes: [
			node('Webhook', 'n8n-nodes-base.webhook', 2, {
				webhookId: path,
				parameters: { httpMethod: 'POST', path, responseMode: 'lastNode' },
			}),
			node('Agent', AGENT, await bed.versionOf(AGENT, agentVersion), {
				parameters: { promptType: 'define', text: '={{ $json.body.text }}', options: {} },
			}),
			node('Model', MODEL, await bed.versionOf(MODEL, 1.2), {
				parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
				credentials: { openAiApi: modelCredential },
			}),
			node('Start Flow', TOOL, 1.1, {
				parameters: {
					flow: 'slug',
					slug: "={{ $fromAI('slug', 'The slug of the flow', 'string') }}",
					contextMode: 'json',
					contextJson:
						"={{ $fromAI('context', 'The data for the flow, a JSON object', 'string') }}",
				},
				credentials: { triggerFlowApi: bed.credential },
				...toolSettings,
			}),
		],
		connections: {
			Webhook: { main: [[{ node: 'Agent', type: 'main', index: 0 }]] },
			Model: toAgent('ai_languageModel'),
			'Start Flow': toAgent('ai_tool'),
		},
	};
}
