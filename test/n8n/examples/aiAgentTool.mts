import assert from 'node:assert/strict';

import type { Scenario } from '../../editor/scenario.mts';
import { startChatModel } from '../chatModel.mts';
import type { TestBed } from '../testBed.mts';
import { importLive, startsSince } from './importExample.mts';
import { WELCOME_SLUG } from './signUps.mts';

const MAIL = { to: 'ada@example.com', text: 'Welcome, Ada!' };

export async function aiAgentTool(bed: TestBed, scenario: Scenario): Promise<void> {
	await scenario.step(
		'ai-agent-tool: the model starts the flow, and tells its answer',
		async () => {
			const model = await startChatModel();
			try {
				const fields = { apiKey: 'none', url: model.url };
				const openAiApi = await bed.api.createCredential('Chat model', 'openAiApi', fields);
				const { nodes } = await importLive(bed, 'ai-agent-tool', {
					'Chat Model': () => ({ credentials: { openAiApi } }),
					Chat: () => ({ parameters: { public: true, mode: 'webhook', options: {} } }),
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
				assert.deepEqual(startsSince(bed, from), [[WELCOME_SLUG, MAIL]]);
			} finally {
				await model.close();
			}
		},
	);
}
