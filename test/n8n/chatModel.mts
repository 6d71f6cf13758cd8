import { faultyHttp } from '../engine/faultyService.mts';

interface ChatMessage {
	role: string;
	content: unknown;
}

interface ChatRequest {
	messages: ChatMessage[];
	tools?: Array<{ function: { name: string; description: string; parameters: unknown } }>;
	stream?: boolean;
}

export interface ChatModel {
	url: string;
	requests: ChatRequest[];
	close: () => Promise<void>;
}

/**
 * A stand-in for a chat model behind an OpenAI-compatible API: it calls the first tool of the
 * request with the arguments in the user's message (JSON), and then repeats the tool's answer.
 */
export async function startChatModel(): Promise<ChatModel> {
	const requests: ChatRequest[] = [];
	const { url, close } = await faultyHttp((response, body) => {
		const chat = JSON.parse(body) as ChatRequest;
		requests.push(chat);
		const message = answerTo(chat);
		response.setHeader('content-type', chat.stream ? 'text/event-stream' : 'application/json');
		response.end(chat.stream ? asStream(message) : JSON.stringify(completion(message)));
	});
	return { url: new URL('/v1', url).href, requests, close };
}

function answerTo({ messages, tools }: ChatRequest): Record<string, unknown> {
	const answer = messages.find(({ role }) => role === 'tool');
	if (answer) return { role: 'assistant', content: `It said: ${textOf(answer)}` };
	const asked = textOf(messages.filter(({ role }) => role === 'user').at(-1));
	const call = {
		index: 0,
		id: 'call_1',
		type: 'function',
		function: { name: tools?.[0]?.function.name, arguments: asked },
	};
	return { role: 'assistant', content: '', tool_calls: [call] };
}

function textOf(message: ChatMessage | undefined): string {
	const { content } = message ?? {};
	if (typeof content === 'string') return content;
	return (content as Array<{ text?: string }>).map(({ text }) => text ?? '').join('');
}

const FRAME = { id: 'chat-1', created: 0, model: 'stand-in' };

function completion(message: Record<string, unknown>) {
	const finish = 'tool_calls' in message ? 'tool_calls' : 'stop';
	return {
		...FRAME,
		object: 'chat.completion',
		choices: [{ index: 0, message, finish_reason: finish }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function asStream(message: Record<string, unknown>): string {
	const finish = 'tool_calls' in message ? 'tool_calls' : 'stop';
	const chunks = [
		{ index: 0, delta: message, finish_reason: null },
		{ index: 0, delta: {}, finish_reason: finish },
	].map((choice) => ({ ...FRAME, object: 'chat.completion.chunk', choices: [choice] }));
	return [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]']
		.map((data) => `data: ${data}\n\n`)
		.join('');
}
