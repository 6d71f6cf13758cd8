import type { SavedCredential, Workflow } from '../../tools/n8n/api.mts';
import { chain, webhook } from '../../tools/n8n/workflow.mts';
import { SLUGS } from '../../tools/stand-in/flows.mts';

import { startFlow } from '../n8n/workflow.mts';
import { bySlug, fromList } from '../../tools/n8n/parameters.mts';

/** How long the flow takes to answer, in seconds: long enough to be killed meanwhile. */
const FLOW_SECONDS = 1;

/** A context that names the call and the execution of a start. */
const CONTEXT = `={{ { call: $json.body.call, execution: $execution.id, seconds: ${FLOW_SECONDS} } }}`;

/** A context that identifies its start. */
const INVOICE = `={{ { call: $json.body.call, execution: $execution.id, invoice: 'INV-' + $json.body.call } }}`;

/** A context that names the execution that went on, and its callback. */
const WENT_ON = `={{ { call: $('Webhook').first().json.body.call, execution: $execution.id, answer: $json } }}`;

/** Webhook that answers at once → Trigger Flow. */
export function queueWorkflow(path: string, credential: SavedCredential): Workflow {
	const flow = startFlow(credential, {
		flow: fromList(SLUGS.slow),
		...json(CONTEXT),
		options: { idempotencyKeyField: 'startKey' },
	});
	return chain(path, [webhook(path), flow]);
}

/** Webhook that answers at once → a flow that calls back → a flow that gets the callback. */
export function waitingWorkflow(path: string, credential: SavedCredential): Workflow {
	const silent = { flow: bySlug(SLUGS.silent), ...json(INVOICE), operation: 'startAndWait' };
	const after = startFlow(credential, { flow: bySlug(SLUGS.echo), ...json(WENT_ON) });
	return chain(path, [
		webhook(path),
		startFlow(credential, silent),
		{ ...after, id: 'After', name: 'After' },
	]);
}

function json(contextJson: string) {
	return { contextMode: 'json', contextJson };
}
