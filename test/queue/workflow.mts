import { SILENT_SLUG } from '../../stand-in/flows.mts';
import type { SavedCredential, Workflow } from '../../tools/n8n/api.mts';
import { ECHO, NODE, SLOW } from '../n8n/testBed.mts';
import { node, to, webhook } from '../n8n/workflow.mts';
import { bySlug, fromList } from '../parameters.mts';

export interface QueueWorkflow {
	/** Of the webhook, and the workflow's name. */
	path: string;
	credential: SavedCredential;
	/** Of the node, beside Idempotency Key Field. */
	options?: { maxRetries?: number; retryUnknown?: boolean };
}

/** How long the flow takes to answer, in seconds: long enough to be killed or cut off meanwhile. */
const FLOW_SECONDS = 1;

/** A context that tells which call a start belongs to, and which execution has made it. */
const CONTEXT = `={{ { call: $json.body.call, execution: $execution.id, seconds: ${FLOW_SECONDS} } }}`;

/** Webhook that answers at once → Trigger Flow. */
export function queueWorkflow({ path, credential, options }: QueueWorkflow): Workflow {
	const parameters = {
		flow: fromList(SLOW),
		contextMode: 'json',
		contextJson: CONTEXT,
		options: { idempotencyKeyField: 'startKey', ...options },
	};
	return {
		name: path,
		nodes: [webhook(path), triggerFlow('Trigger Flow', credential, parameters)],
		connections: { Webhook: { main: [to('Trigger Flow')] } },
	};
}

/** A context that tells its start from all others. */
const INVOICE = `={{ { call: $json.body.call, execution: $execution.id, invoice: 'INV-' + $json.body.call } }}`;

/** A context that tells which execution has gone on, and with what. */
const WENT_ON = `={{ { call: $('Webhook').first().json.body.call, execution: $execution.id, answer: $json } }}`;

/** Webhook that answers at once → Trigger Flow, which waits for a callback → Trigger Flow with what came. */
export function waitingWorkflow({ path, credential }: QueueWorkflow): Workflow {
	const start = (name: string, slug: string, contextJson: string, more: object = {}) =>
		triggerFlow(name, credential, {
			flow: bySlug(slug),
			contextMode: 'json',
			contextJson,
			...more,
		});
	return {
		name: path,
		nodes: [
			webhook(path),
			start('Wait', SILENT_SLUG, INVOICE, { operation: 'startAndWait' }),
			start('After', ECHO, WENT_ON),
		],
		connections: { Webhook: { main: [to('Wait')] }, Wait: { main: [to('After')] } },
	};
}

function triggerFlow(name: string, credential: SavedCredential, parameters: object): object {
	return node(name, NODE, 1, { parameters, credentials: { triggerFlowApi: credential } });
}
