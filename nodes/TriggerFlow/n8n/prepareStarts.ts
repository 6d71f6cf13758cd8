import type { IExecuteFunctions } from 'n8n-workflow';

import { serializeContext } from '../rules/context/serializeContext';
import type { FlowCredential } from '../rules/credential/flowCredential';
import { refuseProduction } from '../rules/credential/productionGuard';
import { NotSentError, notSent, type Failure } from '../rules/errors/failure';
import { createStart } from '../rules/request/startRequest';
import { maskParts, maskText } from '../rules/secrets/mask';
import { NOT_BEGUN, refused, type ItemStart } from '../rules/starts/itemStart';
import { callbackReader } from './callbackReader';
import { contextReader } from './contextReader';
import { credentialReader } from './credentialReader';
import { flowReader } from './flowReader';
import { inTurns } from './inTurns';
import type { NodeMemory } from './nodeMemory';
import { optionsReader } from './optionsReader';
import { startKeys } from './startKeys';
import { isDirectCall, refuseMixedUpCall } from './tool';

/** Whether the requests are only shown. The operation is no expression. */
export function isPreview(context: IExecuteFunctions): boolean {
	return context.getNode().parameters.operation === 'preview';
}

/**
 * Reads and checks everything that each item needs. Nothing is sent here, and nothing is thrown: n8n
 * would hand the input items on as if they had been started, where the node goes on after failures.
 */
export async function prepareStarts(
	context: IExecuteFunctions,
	memory: NodeMemory,
): Promise<ItemStart[]> {
	const allRefused = (failure: Failure) => context.getInputData().map(() => refused('', failure));
	try {
		checkOperation(context);
		const refusal = isPreview(context) ? undefined : await memory.takeOver();
		return refusal === undefined ? await prepareAll(context, memory) : allRefused(refusal);
	} catch (error) {
		return allRefused(notSent(error, { cause: 'configuration-invalid' }));
	}
}

/** n8n adds an operation of its own, "Custom API Call", and runs the node with it like any other. */
function checkOperation(context: IExecuteFunctions): void {
	const operation = context.getNodeParameter('operation', 0);
	if (['start', 'startAndWait', 'preview'].includes(String(operation))) return;
	throw new NotSentError(
		'The selected operation is not one that this node has',
		'Set Operation to Start, to Start and Wait for Callback, or to Preview Request.',
	);
}

/** What is the same for all items, or is read by item. */
async function readShared(context: IExecuteFunctions, memory: NodeMemory) {
	return {
		flows: flowReader(context),
		isDirect: isDirectCall(context),
		/** Whether a person has started the run by hand, and it starts flows. */
		isByHand: memory.isManual && !isPreview(context),
		credentialFor: await credentialReader(context),
		optionsFor: optionsReader(context),
		contextFor: contextReader(context),
		addStartKey: startKeys(context, memory),
		addCallback: await callbackReader(context),
	};
}

async function prepareAll(context: IExecuteFunctions, memory: NodeMemory): Promise<ItemStart[]> {
	const shared = await readShared(context, memory);
	const signal = context.getExecutionCancelSignal();
	return await inTurns(context.getInputData(), async (_, itemIndex) =>
		signal?.aborted ? refused('', NOT_BEGUN) : await prepareStart(context, itemIndex, shared),
	);
}

async function prepareStart(
	context: IExecuteFunctions,
	itemIndex: number,
	shared: Awaited<ReturnType<typeof readShared>>,
): Promise<ItemStart> {
	let slug = '';
	let credential: FlowCredential | undefined;
	try {
		if (shared.isDirect) refuseMixedUpCall(context);
		const asked = shared.flows.asked(itemIndex);
		slug = typeof asked === 'string' || typeof asked === 'number' ? String(asked) : '';
		credential = await shared.credentialFor(itemIndex);
		const options = shared.optionsFor(itemIndex);
		if (options.protectProduction && shared.isByHand) refuseProduction(credential);
		const flow = shared.flows.flowFor(credential, asked);
		({ slug } = flow);
		const { context: given, ...told } = shared.contextFor(itemIndex, flow.example, options);
		const { context: called, callback } = shared.addCallback(given, itemIndex, credential);
		const flowContext = shared.addStartKey(called, itemIndex, options);
		const start = createStart(slug, flowContext);
		const content = flowContext === given ? start.context : serializeContext(given);
		return { kind: 'ready', ...start, content, credential, options, callback, ...told };
	} catch (error) {
		// Rules, expressions and the credential's reading throw here, all before anything is sent.
		const failure = notSent(error);
		if (credential === undefined) return refused(slug, failure);
		// Slug or context may hold the token by mistake, and the message may quote the beginning of them.
		const { accessToken } = credential;
		return refused(maskText(slug, accessToken), maskParts(failure, accessToken));
	}
}
