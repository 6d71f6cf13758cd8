import type { Workflow } from '../../tools/n8n/api.mts';

/** A node of a workflow; where it stands on the canvas does not matter here. */
export function node(name: string, type: string, typeVersion: number, rest: object): object {
	return { id: name, name, type, typeVersion, position: [0, 0], ...rest };
}

/** The one connection of an output. */
export function to(name: string): object[] {
	return [{ node: name, type: 'main', index: 0 }];
}

/** "Webhook", which takes `{ items: […] }`, and "Items", which gives one n8n item each. */
export function webhookOfItems(path: string): object[] {
	return [
		node('Webhook', 'n8n-nodes-base.webhook', 2, {
			webhookId: path,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
		}),
		node('Items', 'n8n-nodes-base.splitOut', 1, {
			parameters: { fieldToSplitOut: 'body.items' },
		}),
	];
}

export interface TestWorkflow {
	path: string;
	credential: { id: string; name: string };
	/** Of the Trigger Flow node. */
	parameters: object;
	settings?: object;
	/** Whether the node stands in a loop over the items, one at a time. */
	inLoop?: boolean;
}

/** Webhook that takes `{ items: […] }` → one n8n item each → Trigger Flow (in a loop, if asked for). */
export function testWorkflow({
	path,
	credential,
	parameters,
	settings = {},
	inLoop = false,
}: TestWorkflow): Workflow {
	return {
		name: path,
		nodes: [
			...webhookOfItems(path),
			...(inLoop ? [node('Loop', 'n8n-nodes-base.splitInBatches', 3, { parameters: {} })] : []),
			node('Trigger Flow', 'n8n-nodes-trigger-flow.triggerFlow', 1.1, {
				parameters: {
					flow: 'slug',
					slug: '={{ $json.slug }}',
					contextMode: 'input',
					...parameters,
				},
				credentials: { triggerFlowApi: credential },
				...settings,
			}),
		],
		connections: {
			Webhook: { main: [to('Items')] },
			Items: { main: [to(inLoop ? 'Loop' : 'Trigger Flow')] },
			...(inLoop
				? { Loop: { main: [[], to('Trigger Flow')] }, 'Trigger Flow': { main: [to('Loop')] } }
				: {}),
		},
	};
}
