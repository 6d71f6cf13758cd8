import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { callbackReader } from '../callback/callbackReader';
import { dottedPath, withValueAt } from '../context/path';
import { serializeContext } from '../context/serializeContext';
import { credentialReader, storedFields } from '../credential/credentialReader';
import {
	refuseProduction,
	type FlowCredential,
	refuseOtherFlow,
} from '../credential/flowCredential';
import { readSlug } from '../flow/flow';
import { idOf } from '../form/formFields';
import { fingerprint } from '../memory/identity';
import type { NodeMemory } from '../memory/nodeMemory';
import { optionsReader } from '../options/readOptions';
import { maskParts, maskText } from '../secrets/mask';
import { notSent, NotSentError } from '../shared/failure';
import type { JsonObject } from '../shared/json';
import { mapYielding } from '../shared/yielding';
import { refused, type ItemStart } from '../start/itemStart';
import { isDirectCall, isTool } from '../tool/tool';
import { contextReader } from './contextReader';

/** Whether the requests are only shown. */
export function isPreview(context: IExecuteFunctions): boolean {
	return context.getNode().parameters.operation === 'preview';
}

/**
 * Reads and checks everything that each item needs. Nothing is sent here, and nothing is thrown: n8n
 * would hand the input items on as if they had been started, where the node continues on errors.
 */
export async function prepareStarts(
	context: IExecuteFunctions,
	memory: NodeMemory,
): Promise<ItemStart[]> {
	const items = context.getInputData();
	try {
		const shared = await readShared(context, memory);
		return await mapYielding(
			items,
			async (_, itemIndex) => await prepareStart(context, itemIndex, shared),
		);
	} catch (error) {
		const failure = notSent(error);
		return items.map(() => refused('', failure));
	}
}

/** What is the same for all items, or is read by item. */
async function readShared(context: IExecuteFunctions, memory: NodeMemory) {
	// n8n makes a copy of the node for each call.
	const node = context.getNode();
	const { operation = 'start' } = node.parameters;
	if (!['start', 'startAndWait', 'preview'].includes(String(operation))) {
		throw new NotSentError('Operation has an unknown value', 'Choose one of its options.');
	}
	const stored = await storedFields(context);
	return {
		isFromList: isFromList(node),
		/** Whether a person has started the run by hand, and it starts flows. */
		isByHand: memory.isManual && operation !== 'preview',
		credentialFor: credentialReader(context, stored),
		optionsFor: optionsReader(context),
		contextFor: contextReader(context),
		addCallback: callbackReader(context, stored),
		/** The same for every try of an item's start. What an agent calls by itself is tried once. */
		keyFor: (item: number) =>
			isDirectCall(context)
				? randomUUID()
				: fingerprint([
						context.getInstanceId(),
						String(context.getWorkflow().id ?? ''),
						memory.execution,
						node.name,
						memory.runIndex,
						item,
					]),
	};
}

async function prepareStart(
	context: IExecuteFunctions,
	itemIndex: number,
	shared: Awaited<ReturnType<typeof readShared>>,
): Promise<ItemStart> {
	let slug = '';
	let credential: FlowCredential | undefined;
	try {
		// First, because the message about a slug may quote the token.
		credential = await shared.credentialFor(itemIndex);
		slug = readSlug(context.getNodeParameter('flow', itemIndex, '', { extractValue: true }));
		const options = shared.optionsFor(itemIndex);
		if (options.protectProduction && shared.isByHand) refuseProduction(credential);
		if (shared.isFromList) refuseOtherFlow(credential, slug);

		const { idempotencyKeyField: keyField } = options;
		const callbackField = context.getNodeParameter('callbackField', itemIndex, '');
		const { context: given, ...told } = shared.contextFor({
			itemIndex,
			item: context.getInputData()[itemIndex]?.json as JsonObject,
			slug,
			credential,
			filledByNode: [keyField, String(callbackField)].map((field) => idOf(dottedPath(field) ?? [])),
		});
		const { context: called, callback } = shared.addCallback(given, itemIndex, credential);
		const flowContext =
			keyField === ''
				? called
				: withValueAt(called, 'Idempotency Key Field', keyField, shared.keyFor(itemIndex));
		const sent = serializeContext(flowContext);
		const content = flowContext === given ? sent : serializeContext(given);
		return { kind: 'ready', slug, context: sent, content, credential, options, callback, ...told };
	} catch (error) {
		// Checks, expressions and the credential's reading throw here, all before anything is sent.
		const failure = notSent(error);
		if (credential === undefined) return refused(slug, failure);
		// Slug or context may hold the token by mistake, and the message may quote them.
		const { accessToken } = credential;
		return refused(maskText(slug, accessToken), maskParts(failure, accessToken));
	}
}

/**
 * Whether the flow has to be one that the credential holds: it was chosen from the list, or a model
 * may choose it, because n8n's AI button makes an expression.
 */
function isFromList(node: INode): boolean {
	const { mode, value } = (node.parameters.flow ?? {}) as JsonObject;
	const isExpression = typeof value === 'string' && value.startsWith('=');
	return mode !== 'slug' || (isTool(node) && isExpression);
}
