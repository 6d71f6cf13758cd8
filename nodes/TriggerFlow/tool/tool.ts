import type { IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';

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

/** What a model has to know before it starts anything. */
const FOR_THE_MODEL =
	"Starts a flow on the user's integration platform and returns the flow's answer. Every call has a real effect, such as an order, a mail or a payment. Call it once for each thing that the user has asked for. Do not call it to try something out. If it fails, the message says whether the flow may have started. Never repeat a call whose flow may have started: tell the user instead.";

/**
 * The description of the node as a tool of an AI agent, shown only there. n8n by itself would tell
 * the model no more than "start flow in Trigger Flow".
 */
export const toolDescription: INodeProperties = {
	displayName: 'Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: FOR_THE_MODEL,
	description: 'What the model knows about this tool. Add what your flow does.',
	displayOptions: { show: { '@tool': [true] } },
};
