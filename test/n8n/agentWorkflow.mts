import type { SavedCredential, Workflow } from '../../tools/n8n/api.mts';
import { bySlug } from '../parameters.mts';
import { TOOL, type TestBed } from './testBed.mts';
import { node, to, webhook } from './workflow.mts';

/** What the node's tool takes from the model: the slug, and the context as JSON. */
const BY_THE_MODEL = {
	flow: bySlug("={{ $fromAI('slug', 'The slug of the flow', 'string') }}"),
	contextMode: 'json',
	contextJson: "={{ $fromAI('context', 'The data for the flow, a JSON object', 'string') }}",
};

export interface AgentWorkflow {
	path: string;
	/** For the chat model. */
	model: SavedCredential;
	/** Of the AI Agent node: 2 calls the tool directly, 3 by n8n's engine. */
	version?: 2 | 3;
	/** Of the tool. Default: the flow and its context are left to the model. */
	parameters?: object;
	/** Of the tool, such as `onError`. */
	settings?: object;
}

/** Webhook → AI Agent with a chat model and the node as its tool. */
export function agentWorkflow(bed: TestBed, workflow: AgentWorkflow): Workflow {
	const { path, model, version = 3, parameters = BY_THE_MODEL, settings } = workflow;
	const toAgent = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return {
		name: path,
		nodes: [
			webhook(path, 'lastNode'),
			node('Agent', '@n8n/n8n-nodes-langchain.agent', version, {
				parameters: { promptType: 'define', text: '={{ $json.body.text }}', options: {} },
			}),
			node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
				parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
				credentials: { openAiApi: model },
			}),
			node('Start Flow', TOOL, 1, {
				parameters,
				credentials: { triggerFlowApi: bed.pasted },
				...settings,
			}),
		],
		connections: {
			Webhook: { main: [to('Agent')] },
			Model: toAgent('ai_languageModel'),
			'Start Flow': toAgent('ai_tool'),
		},
	};
}
