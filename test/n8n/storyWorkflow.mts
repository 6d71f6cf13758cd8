import type { Workflow } from '../../tools/n8n/api.mts';
import { node } from './workflow.mts';

/** In place of a path: the workflow is called by another one. */
export const CALLED_BY = Symbol('called by another workflow');

interface StoryWorkflow {
	name: string;
	/** The path of its webhook. */
	start: string | typeof CALLED_BY;
	/** How many items a round of the loop has in which the node stands. */
	loopOver: number | undefined;
	/** The Trigger Flow node. */
	node: object;
}

const to = (name: string) => [{ node: name, type: 'main', index: 0 }];

/** Items by webhook, or from the workflow that calls → Trigger Flow (in a loop, if asked for). */
export function storyWorkflow({
	name,
	start,
	loopOver,
	node: triggerFlow,
}: StoryWorkflow): Workflow {
	const isCalled = start === CALLED_BY;
	const next = loopOver === undefined ? 'Trigger Flow' : 'Loop';
	return {
		name,
		nodes: [
			...(isCalled
				? [node('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1, { parameters: {} })]
				: itemsByWebhook(start)),
			...(loopOver === undefined
				? []
				: [
						node('Loop', 'n8n-nodes-base.splitInBatches', 3, {
							parameters: { batchSize: loopOver },
						}),
					]),
			node('Trigger Flow', 'n8n-nodes-trigger-flow.triggerFlow', 1.1, triggerFlow),
		],
		connections: {
			...(isCalled
				? { Called: { main: [to(next)] } }
				: { Webhook: { main: [to('Items')] }, Items: { main: [to(next)] } }),
			...(loopOver === undefined
				? {}
				: {
						Loop: { main: [[], to('Trigger Flow')] },
						// Also what fails and goes on by the error branch.
						'Trigger Flow': { main: [to('Loop'), to('Loop')] },
					}),
		},
	};
}

/** Calls another workflow once, with all items that its webhook is sent. */
export function callerOf(path: string, workflowId: string): Workflow {
	return {
		name: path,
		nodes: [
			...itemsByWebhook(path),
			node('Call', 'n8n-nodes-base.executeWorkflow', 1.1, {
				parameters: {
					workflowId: { __rl: true, mode: 'id', value: workflowId },
					options: { waitForSubWorkflow: true },
				},
			}),
		],
		connections: { Webhook: { main: [to('Items')] }, Items: { main: [to('Call')] } },
	};
}

function itemsByWebhook(path: string): object[] {
	return [
		node('Webhook', 'n8n-nodes-base.webhook', 2, {
			webhookId: path,
			parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
		}),
		node('Items', 'n8n-nodes-base.splitOut', 1, { parameters: { fieldToSplitOut: 'body.items' } }),
	];
}
