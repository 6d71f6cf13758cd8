import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { createCallbackUrlAdder } from '../callback/callbackUrl.n8n';
import { toContextJson } from '../context/contextJson';
import { addToContext, parseDottedPath } from '../context/path';
import {
	CREDENTIAL_TYPE,
	requireListedFlow,
	requireNoProduction,
	type FlowCredential,
} from '../credential/flowCredential';
import { createCredentialReader } from '../credential/readCredential.n8n';
import { readSlug } from '../flow/flow';
import { toFieldId } from '../form/formFields';
import { computeFingerprint } from '../memory/identity';
import type { NodeMemory } from '../memory/nodeMemory.n8n';
import { isDirectToolCall, isTool, readStoredCredential } from '../n8n/internals';
import { mapYielding } from '../n8n/sleep';
import { readOptions, type NodeOptions } from '../options/readOptions';
import { NotSentError, toNotSentFailure } from '../shared/failure';
import type { JsonObject } from '../shared/json';
import { maskParts, maskText } from '../shared/mask';
import { readByItem } from '../shared/readByItem';
import { createUnpreparedStart, type ItemStart, type ReadyStart } from '../start/itemStart';
import { createContextReader } from './contextReader.n8n';

/**
 * Reads and checks everything that each item needs. Nothing is sent here. Nothing is thrown either, because
 * n8n would output the input items as if they had been started, if the node continues on errors.
 */
export async function prepareStarts(
	n8n: IExecuteFunctions,
	memory: NodeMemory,
): Promise<ItemStart[]> {
	const items = n8n.getInputData();
	try {
		const readers = await createReaders(n8n, memory);
		return await mapYielding(
			items,
			async (_, itemIndex) => await prepareStart(n8n, itemIndex, readers),
		);
	} catch (error) {
		const failure = toNotSentFailure(error);
		return items.map(() => createUnpreparedStart('', failure));
	}
}

type Readers = Awaited<ReturnType<typeof createReaders>>;

/** Reads what is the same for all items, and creates the functions that read the rest by item. */
async function createReaders(n8n: IExecuteFunctions, memory: NodeMemory) {
	const node = n8n.getNode();
	const { operation = 'start' } = node.parameters;
	if (!['start', 'startAndWait', 'preview'].includes(String(operation))) {
		throw new NotSentError('Operation has an unknown value', 'Choose one of its options.');
	}
	const storedCredential = await readStoredCredential(n8n, CREDENTIAL_TYPE);
	return {
		needsListedFlow: needsListedFlow(node),
		/** Whether the run starts flows, and a person started it. */
		startsByHand: memory.isManual && operation !== 'preview',
		readCredential: createCredentialReader(n8n, storedCredential),
		readOptions: readByItem(node.parameters.options ?? {}, (itemIndex) =>
			readOptions(n8n.getNodeParameter('options', itemIndex, {}) as JsonObject),
		),
		readContext: createContextReader(n8n),
		addCallbackUrl: createCallbackUrlAdder(n8n, storedCredential),
		addIdempotencyKey: createIdempotencyKeyAdder(n8n, memory),
	};
}

async function prepareStart(
	n8n: IExecuteFunctions,
	itemIndex: number,
	readers: Readers,
): Promise<ItemStart> {
	let slug = '';
	let credential: FlowCredential | undefined;
	try {
		// Before the slug, because the message about a slug may quote the token.
		credential = await readers.readCredential(itemIndex);
		slug = readSlug(n8n.getNodeParameter('flow', itemIndex, '', { extractValue: true }));
		return prepareReadyStart(n8n, { itemIndex, slug, credential, readers });
	} catch (error) {
		// Checks and expressions throw here, all before anything is sent.
		const failure = toNotSentFailure(error);
		if (credential === undefined) return createUnpreparedStart(slug, failure);
		// Slug or context may contain the token by mistake, and the message may quote them.
		const { accessToken } = credential;
		return createUnpreparedStart(maskText(slug, accessToken), maskParts(failure, accessToken));
	}
}

interface PreparedParts {
	itemIndex: number;
	slug: string;
	credential: FlowCredential;
	readers: Readers;
}

/** @throws NotSentError */
function prepareReadyStart(
	n8n: IExecuteFunctions,
	{ itemIndex, slug, credential, readers }: PreparedParts,
): ReadyStart {
	const options = readers.readOptions(itemIndex);
	if (options.protectProduction && readers.startsByHand) requireNoProduction(credential);
	if (readers.needsListedFlow) requireListedFlow(credential, slug);

	const callbackField = String(n8n.getNodeParameter('callbackField', itemIndex, ''));
	const item = n8n.getInputData()[itemIndex]?.json as JsonObject;
	const fieldsFilledByNode = [options.idempotencyKeyField, callbackField].map((path) =>
		toFieldId(parseDottedPath(path) ?? []),
	);
	const mapped = readers.readContext({ itemIndex, item, slug, credential, fieldsFilledByNode });
	const { context: withUrl, callback } = readers.addCallbackUrl(
		mapped.context,
		itemIndex,
		credential,
	);
	const context = readers.addIdempotencyKey(withUrl, options, itemIndex);
	const contextJson = toContextJson(context);
	return {
		kind: 'ready',
		slug,
		credential,
		options,
		callback,
		contextJson,
		identityJson: context === mapped.context ? contextJson : toContextJson(mapped.context),
		computeSourceHash: mapped.computeSourceHash,
		emptyFields: mapped.emptyFields,
	};
}

/** Creates a function that adds the key to a context, if the option Idempotency Key Field is set. */
function createIdempotencyKeyAdder(n8n: IExecuteFunctions, memory: NodeMemory) {
	const createKey = (itemIndex: number) => {
		// An agent's direct call is never retried, so each call has a key of its own.
		if (isDirectToolCall(n8n)) return randomUUID();
		return computeFingerprint([
			n8n.getInstanceId(),
			String(n8n.getWorkflow().id ?? ''),
			memory.firstExecutionId,
			n8n.getNode().name,
			memory.runIndex,
			itemIndex,
		]);
	};
	return (context: unknown, { idempotencyKeyField }: NodeOptions, itemIndex: number): unknown =>
		idempotencyKeyField === ''
			? context
			: addToContext(context, 'Idempotency Key Field', idempotencyKeyField, createKey(itemIndex));
}

/**
 * Whether the credential has to contain the flow. It has to if the flow was chosen from the list, or if a model
 * may choose it: n8n's AI button makes the parameter an expression.
 */
function needsListedFlow(node: INode): boolean {
	const { mode, value } = (node.parameters.flow ?? {}) as JsonObject;
	const isExpression = typeof value === 'string' && value.startsWith('=');
	return mode !== 'slug' || (isTool(node) && isExpression);
}
