import type { SavedCredential, Workflow } from '../../tools/n8n/api.mts';
import { bySlug } from '../parameters.mts';

/** A node of a workflow; its place on the canvas does not matter here. */
export function node(name: string, type: string, typeVersion: number, rest: object): object {
	return { id: name, name, type, typeVersion, position: [0, 0], ...rest };
}

/** A node of n8n's own that hands on what it gets. */
export function noOp(name: string): object {
	return node(name, 'n8n-nodes-base.noOp', 1, { parameters: {} });
}

/** The one connection of an output. */
export function to(name: string): object[] {
	return [{ node: name, type: 'main', index: 0 }];
}

/** "Webhook", which takes a POST request. */
export function webhook(path: string, responseMode = 'onReceived'): object {
	return node('Webhook', 'n8n-nodes-base.webhook', 2, {
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode },
	});
}

/** "Items", which gives one n8n item for each of `{ items: […] }`. */
export const ITEMS = node('Items', 'n8n-nodes-base.splitOut', 1, {
	parameters: { fieldToSplitOut: 'body.items' },
});

export interface TestWorkflow {
	/** Of the webhook, and the workflow's name. */
	path: string;
	credential: SavedCredential;
	/** Of the Trigger Flow node. */
	parameters: object;
	/** Of the same node, such as `onError`. */
	settings?: object;
	/** How many items a round of the loop has in which the node is. Default: there is no loop. */
	loopOver?: number;
	/** The nodes behind the outputs of the node, in their order. */
	behind?: object[];
}

/** Webhook that takes `{ items: […] }` → one n8n item each → Trigger Flow (in a loop, if asked for). */
export function testWorkflow(workflow: TestWorkflow): Workflow {
	const { path, credential, parameters, settings, loopOver, behind = [] } = workflow;
	const isInLoop = loopOver !== undefined;
	const loop = node('Loop', 'n8n-nodes-base.splitInBatches', 3, {
		parameters: { batchSize: loopOver },
	});
	const names = behind.map((one) => (one as { name: string }).name);
	return {
		name: path,
		nodes: [
			webhook(path),
			ITEMS,
			...(isInLoop ? [loop] : []),
			node('Trigger Flow', 'n8n-nodes-trigger-flow.triggerFlow', 1, {
				parameters: { flow: bySlug('={{ $json.slug }}'), contextMode: 'input', ...parameters },
				credentials: { triggerFlowApi: credential },
				...settings,
			}),
			...behind,
		],
		connections: {
			Webhook: { main: [to('Items')] },
			Items: { main: [to(isInLoop ? 'Loop' : 'Trigger Flow')] },
			...(isInLoop && { Loop: { main: [[], to('Trigger Flow')] } }),
			// The error branch goes back into the loop, too.
			'Trigger Flow': { main: isInLoop ? [to('Loop'), to('Loop')] : names.map(to) },
		},
	};
}
