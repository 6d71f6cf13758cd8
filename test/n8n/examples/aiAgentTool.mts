import assert from 'node:assert/strict';

import type { Scenario } from '../../editor/scenario.mts';
import { startChatModel } from '../chatModel.mts';
import type { TestBed } from '../testBed.mts';
import { importExample, startsSince } from './importExample.mts';

const AGENT = '@n8n/n8n-nodes-langchain.agent';
const MAIL = { to: 'ada@example.com', text: 'Welcome, Ada!' };

export async function aiAgentTool(bed: TestBed, scenario: Scenario): Promise<void> {
	const isThere = (await bed.versionOf(AGENT, 3)) === 3;
	await scenario.step(
		'AI agent: the model starts the flow, and tells what it answered',
		async () => {
			if (!isThere)
				return 'This n8n does not have the version of the AI Agent node that the example uses.';
			const model = await startChatModel();
			try {
				const credential = await bed.api.createCredential('Chat model', 'openAiApi', {
					apiKey: 'none',
					url: model.url,
				});
				const { nodes } = await importExample(bed, 'ai-agent-tool', (node) => {
					if (node.name === 'Chat Model')
						return { ...node, credentials: { openAiApi: credential } };
					if (node.name !== 'Chat') return node;
					return { ...node, parameters: { public: true, mode: 'webhook', options: {} } };
				});
				const chat = nodes.find((node) => (node as { name: string }).name === 'Chat');
				const { webhookId } = chat as { webhookId: string };
				const from = bed.log.starts.length;
				const answer = await bed.post(`${webhookId}/chat`, {
					action: 'sendMessage',
					sessionId: 'test',
					chatInput: JSON.stringify(MAIL),
				});
				assert.match(answer, /It said: .*sent.*true/);
				assert.deepEqual(startsSince(bed, from), [['welcome-mail-3k8v5d', MAIL]]);
			} finally {
				await model.close();
			}
			return undefined;
		},
	);
}
