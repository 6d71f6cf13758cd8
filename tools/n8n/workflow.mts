import type { Workflow } from './api.mts';

export interface WorkflowNode {
	name: string;
	[field: string]: unknown;
}

/** A node of a workflow. */
export function node(
	name: string,
	type: string,
	typeVersion: number,
	rest: object = {},
): WorkflowNode {
	return { id: name, name, type, typeVersion, position: [0, 0], parameters: {}, ...rest };
}

/** The connection from one output to one node. */
export function to(name: string): object[] {
	return [{ node: name, type: 'main', index: 0 }];
}

/** A workflow in which each node follows the one before it. */
export function chain(name: string, nodes: WorkflowNode[]): Workflow {
	const followed = nodes.slice(1).map(({ name: next }, index) => {
		return [nodes[index]?.name, { main: [to(next)] }] as const;
	});
	const placed = nodes.map((one, index) => ({ ...one, position: [220 * index, 0] }));
	return { name, nodes: placed, connections: Object.fromEntries(followed) };
}

/** "Webhook", which takes POST requests at `path`. */
export function webhook(path: string, parameters: object = {}): WorkflowNode {
	return node('Webhook', 'n8n-nodes-base.webhook', 2, {
		webhookId: path,
		parameters: { httpMethod: 'POST', path, ...parameters },
	});
}

/** "Items": one n8n item for each element of `{ items: […] }` in the webhook's body. */
export const ITEMS = node('Items', 'n8n-nodes-base.splitOut', 1, {
	parameters: { fieldToSplitOut: 'body.items' },
});
