import { SILENT_SLUG } from '../../stand-in/flows.mts';
import type { Workflow } from '../../tools/n8n/api.mts';
import { ECHO } from '../n8n/testBed.mts';
import { node } from '../n8n/workflow.mts';

/** What can be wrong on purpose, to see that the counts find it. */
export type Seed = 'double' | 'lost';

/** The call that a seeded fault happens to. */
export const SEEDED_CALL = 13;

export interface QueueWorkflow {
	/** Of the webhook, and the workflow's name. */
	path: string;
	credential: { id: string; name: string };
	/** Of the node, beside Start Key Field. */
	options?: { maxRetries?: number; retryUnknown?: boolean };
	seed?: Seed;
}

export const SLOW_SLUG = 'slow-report-5w8n3c';

/** How long the flow takes to answer, in seconds: long enough to be killed or cut off meanwhile. */
const FLOW_SECONDS = 1;

/** A context that tells which call a start belongs to, and which execution has made it. */
const CONTEXT = `={{ { call: $('Webhook').item.json.body.call, execution: $execution.id, seconds: ${FLOW_SECONDS} } }}`;

/** Webhook that answers at once → Trigger Flow; with a seed, a node too many, or one that drops a call. */
export function queueWorkflow({ path, credential, options, seed }: QueueWorkflow): Workflow {
	const triggerFlow = (name: string) =>
		node(name, 'n8n-nodes-trigger-flow.triggerFlow', 1.1, {
			parameters: {
				flow: 'list',
				listedFlow: { __rl: true, mode: 'list', value: SLOW_SLUG },
				contextMode: 'json',
				contextJson: CONTEXT,
				options: { idempotencyKeyField: 'startKey', ...options },
			},
			credentials: { triggerFlowApi: credential },
		});
	const nodes = [
		webhook(path),
		...(seed === undefined ? [] : [onlySeededCall(seed)]),
		triggerFlow('Trigger Flow'),
		...(seed === 'double' ? [triggerFlow('Once More')] : []),
	];
	return { name: path, nodes, connections: connectionsOf(seed) };
}

/** A context that tells its start from all others. */
const INVOICE = `={{ { call: $json.body.call, execution: $execution.id, invoice: 'INV-' + $json.body.call } }}`;

/** A context that tells which execution has gone on, and with what. */
const WENT_ON = `={{ { call: $('Webhook').first().json.body.call, execution: $execution.id, answer: $json } }}`;

/** Webhook that answers at once → Trigger Flow, which waits for a callback → Trigger Flow with what came. */
export function waitingWorkflow({
	path,
	credential,
}: Pick<QueueWorkflow, 'path' | 'credential'>): Workflow {
	const triggerFlow = (name: string, parameters: object) =>
		node(name, 'n8n-nodes-trigger-flow.triggerFlow', 1.1, {
			parameters: { flow: 'slug', contextMode: 'json', ...parameters },
			credentials: { triggerFlowApi: credential },
		});
	return {
		name: path,
		nodes: [
			webhook(path),
			triggerFlow('Wait', {
				operation: 'startAndWait',
				slug: SILENT_SLUG,
				contextJson: INVOICE,
			}),
			triggerFlow('After', { slug: ECHO, contextJson: WENT_ON }),
		],
		connections: {
			Webhook: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] },
			Wait: { main: [[{ node: 'After', type: 'main', index: 0 }]] },
		},
	};
}

function webhook(path: string): object {
	return node('Webhook', 'n8n-nodes-base.webhook', 2, {
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
	});
}

/** To its first output goes the seeded call, to its second all others. */
function onlySeededCall(seed: Seed): object {
	return node('Is Seeded', 'n8n-nodes-base.if', 1, {
		notes: seed,
		parameters: {
			conditions: {
				number: [{ value1: '={{ $json.body.call }}', operation: 'equal', value2: SEEDED_CALL }],
			},
		},
	});
}

function connectionsOf(seed: Seed | undefined): object {
	const to = (...names: string[]) => names.map((name) => ({ node: name, type: 'main', index: 0 }));
	const start = to('Trigger Flow');
	switch (seed) {
		case undefined:
			return { Webhook: { main: [start] } };
		case 'double':
			return {
				Webhook: { main: [to('Is Seeded')] },
				'Is Seeded': { main: [to('Trigger Flow', 'Once More'), start] },
			};
		case 'lost':
			return { Webhook: { main: [to('Is Seeded')] }, 'Is Seeded': { main: [[], start] } };
	}
}
