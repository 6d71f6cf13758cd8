import type { SavedCredential, Workflow } from '../../tools/n8n/api.mts';
import { chain, ITEMS, node, webhook, type WorkflowNode } from '../../tools/n8n/workflow.mts';
import { bySlug } from '../../tools/n8n/parameters.mts';

export const NODE = 'n8n-nodes-start-flow.startFlow';
export const TOOL = 'n8n-nodes-start-flow.startFlowTool';

export interface TestWorkflow {
	/** Path of the webhook, and name of the workflow. */
	path: string;
	credential: SavedCredential;
	/** Parameters of the Trigger Flow node. Default: By Slug from the item, and Entire Input Item. */
	parameters?: object;
	/** Settings of the same node, such as `onError`. */
	settings?: object;
	/** The node after it. */
	next?: WorkflowNode;
}

/** Trigger Flow, which by default starts the flow that each item names, with the whole item. */
export function startFlow(
	credential: SavedCredential,
	parameters: object = {},
	settings: object = {},
): WorkflowNode {
	return node('Trigger Flow', NODE, 1, {
		parameters: { flow: bySlug('={{ $json.slug }}'), contextMode: 'input', ...parameters },
		credentials: { startFlowApi: credential },
		...settings,
	});
}

/** Webhook that takes `{ items: […] }` → one item each → Trigger Flow. */
export function testWorkflow(workflow: TestWorkflow): Workflow {
	const { path, credential, parameters, settings, next } = workflow;
	const flow = startFlow(credential, parameters, settings);
	return chain(path, [webhook(path), ITEMS, flow, ...(next ? [next] : [])]);
}
