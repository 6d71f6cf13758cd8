import type { N8nApi, SavedCredential, Workflow } from '../../tools/n8n/api.mts';
import { chain, node, type WorkflowNode } from '../../tools/n8n/workflow.mts';
import { faultyHttp } from '../engine/faultyService.mts';

interface ChatMessage {
	role: string;
	content: unknown;
}

interface ChatRequest {
	messages: ChatMessage[];
	tools?: Array<{ function: { name: string } }>;
	stream?: boolean;
}

/**
 * A stand-in for a chat model behind an OpenAI-compatible API, with a credential for it: it calls the first tool of the
 * request with the arguments in the user's message (JSON), and then repeats the tool's answer. It ends after `work`.
 */
export async function withChatModel(
	api: N8nApi,
	work: (openAiApi: SavedCredential) => Promise<void>,
): Promise<void> {
	const { url, close } = await faultyHttp((response, body) => {
		const chat = JSON.parse(body) as ChatRequest;
		const message = answerTo(chat);
		response.setHeader('content-type', chat.stream ? 'text/event-stream' : 'application/json');
		response.end(chat.stream ? asStream(message) : JSON.stringify(completion(message)));
	});
	try {
		const fields = { apiKey: 'none', url: new URL('/v1', url).href };
		await work(await api.createCredential('Chat model', fields, 'openAiApi'));
	} finally {
		await close();
	}
}

/** A trigger → AI Agent with a chat model and a tool. @param text What the agent is asked. */
export function agentWorkflow(
	name: string,
	{ trigger, text, tool }: { trigger: WorkflowNode; text: string; tool: WorkflowNode },
	openAiApi: SavedCredential,
	version = 3,
): Workflow {
	const model = node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
		position: [160, 220],
		parameters: { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
		credentials: { openAiApi },
	});
	const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', version, {
		parameters: { promptType: 'define', text, options: {} },
	});
	const toAgent = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	const { nodes, connections } = chain(name, [trigger, agent]);
	return {
		name,
		nodes: [...nodes, model, { ...tool, position: [340, 220] }],
		connections: {
			...connections,
			Model: toAgent('ai_languageModel'),
			[tool.name]: toAgent('ai_tool'),
		},
	};
}

/** What n8n's AI button makes of a field. */
export function leftToTheModel(displayName: string): string {
	const key = displayName.replace(/[^a-zA-Z0-9-]/g, '_').slice(0, 63);
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}

function textOf(message: ChatMessage | undefined): string {
	const { content } = message ?? {};
	if (typeof content === 'string') return content;
	return (content as Array<{ text?: string }>).map(({ text }) => text ?? '').join('');
}

function answerTo({ messages, tools }: ChatRequest): Record<string, unknown> {
	const question = messages.filter(({ role }) => role === 'user').at(-1);
	const answer = messages.find(({ role }) => role === 'tool');
	if (answer) return { role: 'assistant', content: `It said: ${textOf(answer)}` };
	const called = { name: tools?.[0]?.function.name, arguments: textOf(question) };
	const call = { index: 0, id: 'call_1', type: 'function', function: called };
	return { role: 'assistant', content: '', tool_calls: [call] };
}

const FRAME = { id: 'chat-1', created: 0, model: 'stand-in' };

const finishReasonOf = (message: object) => ('tool_calls' in message ? 'tool_calls' : 'stop');

function completion(message: object) {
	const choices = [{ index: 0, message, finish_reason: finishReasonOf(message) }];
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	return { ...FRAME, object: 'chat.completion', choices, usage };
}

function asStream(message: Record<string, unknown>): string {
	const chunks = [
		{ index: 0, delta: message, finish_reason: null },
		{ index: 0, delta: {}, finish_reason: finishReasonOf(message) },
	].map((choice) => ({ ...FRAME, object: 'chat.completion.chunk', choices: [choice] }));
	const events = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
	return events.map((data) => `data: ${data}\n\n`).join('');
}
