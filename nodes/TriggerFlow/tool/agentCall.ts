import type { IExecuteFunctions, INode } from 'n8n-workflow';

/** Whether the node is the tool of an AI agent: n8n gives that variant a type of its own. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/**
 * Whether an agent calls the node by itself, and not through n8n's engine: AI Agent up to version 2,
 * the MCP server. What such a call throws is an empty text to the model, and under "Retry On Fail" it is
 * made again as if it were another call. So its failures are items.
 */
export function isDirectCall(context: IExecuteFunctions): boolean {
	return isTool(context.getNode()) && !('toolCallId' in (context.getInputData()[0]?.json ?? {}));
}
