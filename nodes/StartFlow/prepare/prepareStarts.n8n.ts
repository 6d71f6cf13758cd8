import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { createCallbackUrlAdder } from '../callback/callbackUrl.n8n';
import { toContextJson } from '../context/contextJson';
import { addToContext } from '../context/putValue';
import { createValueReader } from '../context/valueReader.n8n';
import {
	CREDENTIAL_TYPE,
	parseCredential,
	requireListedFlow,
	requireNoProduction,
	type FlowCredential,
} from '../credential/flowCredential';
import { readSlug } from '../flow/flow';
import type { NodeMemory } from '../memory/nodeMemory.n8n';
import { isDirectToolCall, isTool, readStoredCredential } from '../n8n/internals';
import { mapYielding } from '../n8n/sleep';
import { readOptions } from '../options/readOptions';
import { NotSentError, toNotSentFailure } from '../shared/failure';
import { computeFingerprint } from '../shared/fingerprint';
import type { JsonObject } from '../shared/json';
import { maskParts, maskText } from '../shared/mask';
import { readByItem } from '../shared/memoize';
import { createUnpreparedStart, type ItemStart } from '../start/itemStart';
import { getContextMode } from './contextModes';

/**
 * Reads and checks everything that each item needs. Nothing is sent here. It never throws: if it did, and the node continues
 * on errors, n8n would output the input items as if they had been started.
 */
export async function prepareStarts(
	n8n: IExecuteFunctions,
	memory: NodeMemory,
): Promise<ItemStart[]> {
	const items = n8n.getInputData();
	try {
		const readers = await createReaders(n8n, memory);
		return await mapYielding(items, async (_, index) => await prepareStart(n8n, index, readers));
	} catch (error) {
		const failure = toNotSentFailure(error);
		return items.map(() => createUnpreparedStart('', failure));
	}
}

async function createReaders(n8n: IExecuteFunctions, memory: NodeMemory) {
	const node = n8n.getNode();
	const { operation = 'start' } = node.parameters;
	if (!['start', 'startAndWait', 'preview'].includes(String(operation))) {
		throw new NotSentError('Operation has an unknown value', 'Choose one of its options.');
	}
	const mode = n8n.getNodeParameter('contextMode', 0);
	const storedCredential = await readStoredCredential(n8n, CREDENTIAL_TYPE);
	const contextMode = getContextMode(mode)(node.parameters, createValueReader(n8n));
	return {
		needsListedFlow: needsListedFlow(node),
		/** Whether the run starts flows, and a person started it. */
		startsFlowsByHand: memory.kept.wasStartedByHand && operation !== 'preview',
		// A read costs n8n a query, a decryption and the evaluation of expressions.
		readCredential: readByItem(storedCredential, async (itemIndex) =>
			parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE, itemIndex)),
		),
		readOptions: readByItem(node.parameters.options ?? {}, (itemIndex) =>
			readOptions(n8n.getNodeParameter('options', itemIndex, {}) as JsonObject),
		),
		readContext: contextMode.readContext,
		parametersHash: computeFingerprint([mode, ...contextMode.identifyingParameters]),
		addCallbackUrl: createCallbackUrlAdder(n8n, storedCredential),
		addIdempotencyKey: createKeyAdder(n8n, memory),
	};
}

async function prepareStart(
	n8n: IExecuteFunctions,
	itemIndex: number,
	readers: Awaited<ReturnType<typeof createReaders>>,
): Promise<ItemStart> {
	let slug = '';
	let credential: FlowCredential | undefined;
	try {
		// First, because its token is needed to mask later messages.
		credential = await readers.readCredential(itemIndex);
		slug = readSlug(n8n.getNodeParameter('flow', itemIndex, '', { extractValue: true }));
		const options = readers.readOptions(itemIndex);
		if (options.protectProduction && readers.startsFlowsByHand) requireNoProduction(credential);
		if (readers.needsListedFlow) requireListedFlow(credential, slug);

		const item = n8n.getInputData()[itemIndex]?.json as JsonObject;
		const keyField = options.idempotencyKeyField;
		// Empty unless the operation is Start and Wait: n8n drops parameters that it does not show.
		const callbackField = String(n8n.getNodeParameter('callbackField', itemIndex, ''));
		const pathsFilledByNode = [keyField, callbackField];
		const mapped = readers.readContext({ itemIndex, item, slug, credential, pathsFilledByNode });
		// From here on, the context contains what the node fills in. If it fills in nothing, the context stays the same object.
		const withUrl = readers.addCallbackUrl(mapped.context, itemIndex, credential);
		const context = readers.addIdempotencyKey(withUrl.context, keyField, itemIndex);
		const contextJson = toContextJson(context);
		return {
			kind: 'ready',
			slug,
			credential,
			options,
			callback: withUrl.callback,
			contextJson,
			identityJson: context === mapped.context ? contextJson : toContextJson(mapped.context),
			computeSourceHash: () => computeFingerprint([readers.parametersHash, item]),
			missingFields: mapped.missingFields,
		};
	} catch (error) {
		// Checks and expressions throw here, all before anything is sent.
		const failure = toNotSentFailure(error);
		if (credential === undefined) return createUnpreparedStart(slug, failure);
		// Slug or context may contain the token by mistake, and the message may quote them.
		const { accessToken, environment } = credential;
		const maskedSlug = maskText(slug, accessToken);
		return createUnpreparedStart(maskedSlug, maskParts(failure, accessToken), environment);
	}
}

/** The key is the same for all attempts of an item's start, also in Retry On Fail and Retry, where `roundIndex` is the same. */
function createKeyAdder(n8n: IExecuteFunctions, memory: NodeMemory) {
	const workflowId = String(n8n.getWorkflow().id ?? '');
	const { firstExecutionId } = memory.kept;
	const keyParts = [n8n.getInstanceId(), workflowId, firstExecutionId, n8n.getNode().name];
	return (context: unknown, field: string, itemIndex: number) => {
		if (field === '') return context;
		// An agent's direct calls have the same round and item index, so each gets a random key. No run continues them.
		const key = isDirectToolCall(n8n)
			? randomUUID()
			: computeFingerprint([...keyParts, memory.roundIndex, itemIndex]);
		return addToContext(context, 'Idempotency Key Field', field, key);
	};
}

/** Whether the credential has to contain the flow: it was chosen from the list, or a model may choose it by an expression. */
function needsListedFlow(node: INode): boolean {
	const { mode, value } = (node.parameters.flow ?? {}) as JsonObject;
	const isExpression = typeof value === 'string' && value.startsWith('=');
	return mode !== 'slug' || (isTool(node) && isExpression);
}
