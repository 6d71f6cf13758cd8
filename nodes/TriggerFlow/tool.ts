import type { INodeProperties } from 'n8n-workflow';

/** What a model has to know before it starts anything. */
const INSTRUCTIONS_FOR_THE_MODEL =
	"Starts a flow on the user's integration platform and returns the flow's answer. Every call has a real effect, such as an order, a mail or a payment. Call it once for each thing that the user has asked for. Do not call it to try something out. If it fails, the message says whether the flow may have started. Never repeat a call whose flow may have started: tell the user instead.";

/** The description for the model. Without it, n8n tells the model only "start flow in Trigger Flow". */
export const toolDescription: INodeProperties = {
	displayName: 'Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: INSTRUCTIONS_FOR_THE_MODEL,
	description: 'What the model knows about this tool. Add what your flow does.',
	displayOptions: { show: { '@tool': [true] } },
};
