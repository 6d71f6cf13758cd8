import type { IExecuteFunctions } from 'n8n-workflow';

import { createCallback, requireAbleToWait } from '../callback/prepareCallback.n8n';
import { checkContext } from '../context/contextJson';
import type { ContextInput } from '../context/contextMode';
import { addToContext } from '../context/path';
import { createValuesReader } from '../context/valueReader.n8n';
import { parseSlug } from '../credential/slug';
import { isListedFlowRequired } from '../credential/flow.n8n';
import {
	CREDENTIAL_TYPE,
	parseCredential,
	requireListedFlow,
	requireQa,
} from '../credential/flowCredential';
import type { FormState } from '../form/formState';
import { createIdentity } from '../memory/savedMemory';
import type { NodeMemory } from '../memory/nodeMemory.n8n';
import { createOwnItemReader, loadStoredCredential } from '../n8n/internals';
import { mapYielding } from '../n8n/waiting';
import { type Operation, parseOperation, requireNoPreview } from '../operation';
import { type NodeOptions, parseOptions } from '../options';
import type { JsonObject } from '../shared/json';
import { maskJson } from '../shared/mask';
import { memoizeIfConstant } from '../shared/expression';
import { computeFingerprint } from '../shared/fingerprint';
import { memoize } from '../shared/memoize';
import { evaluate } from '../shared/userError';
import {
	type AwaitedCallback,
	createShownItem,
	type ItemParts,
	type PreparedStart,
	type ReadyStart,
} from '../start/itemStart';
import { selectContextMode } from './contextParameter';
import { createRefusedStart } from './refusedStart.n8n';

interface PreparedRun {
	isPreview: boolean;
	starts: PreparedStart[];
	/** Only for a form that somebody has filled in, and if an item could be read. */
	formState?: FormState;
}

/**
 * Reads and checks everything that each item needs. Nothing is sent here. It never throws: if it did, and the node continues
 * on errors, n8n would output the input items as if they had been started.
 */
export async function prepareStarts(
	n8n: IExecuteFunctions,
	memory: NodeMemory,
): Promise<PreparedRun> {
	const items = n8n.getInputData();
	let isPreview = false;
	try {
		const operation = parseOperation(n8n.getNode().parameters.operation);
		isPreview = operation === 'preview';
		if (!memory.wasStartedByHand) requireNoPreview(operation);
		const isWaiting = operation === 'startAndWait';
		// The stored fields show whether all items share one credential, and whether a callback will be able to read it.
		const needsStored = items.length > 1 || isWaiting;
		const stored = needsStored ? await loadStoredCredential(n8n, CREDENTIAL_TYPE) : undefined;
		if (isWaiting) requireAbleToWait(n8n, stored);
		const reader = createItemReader(n8n, operation, stored);
		const prepared = await mapYielding(
			items,
			async (_, index) => await prepareStart(reader, memory, index),
		);
		const target = prepared.find((one) => one.target)?.target;
		return {
			isPreview,
			starts: prepared.map(({ start }) => start),
			formState: target && reader.contextMode.getFormState?.(target, target.filledPaths),
		};
	} catch (error) {
		const refused = createRefusedStart(n8n, error);
		return { isPreview, starts: items.map(() => refused) };
	}
}

type ItemReader = ReturnType<typeof createItemReader>;

/** Creates what reads the items of a run. What cannot differ between them is read once. @throws UserError */
function createItemReader(n8n: IExecuteFunctions, operation: Operation, storedCredential: unknown) {
	const node = n8n.getNode();
	const { parameters } = node;
	const modeName = n8n.getNodeParameter('contextMode', 0);
	const contextMode = selectContextMode(modeName, parameters, createValuesReader(n8n));
	return {
		n8n,
		operation,
		contextMode,
		/** The dotted path in the context that gets the callback URL. Empty if the operation needs no callback. */
		callbackField:
			operation === 'startAndWait' ? String(n8n.getNodeParameter('callbackField', 0)) : '',
		isListedFlowRequired: isListedFlowRequired(node),
		getOwnItem: createOwnItemReader(n8n),
		hashParameters: memoize(() =>
			computeFingerprint([modeName, ...contextMode.listIdentifyingParameters()]),
		),
		// A read costs n8n a query, a decryption and the evaluation of expressions.
		loadCredential: memoizeIfConstant(storedCredential, async (itemIndex) =>
			parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE, itemIndex)),
		),
		readOptions: memoizeIfConstant(parameters.options ?? {}, (itemIndex) => {
			const read = () => n8n.getNodeParameter('options', itemIndex, {});
			return parseOptions(evaluate('An option', read) as JsonObject);
		}),
		readSlug: memoizeIfConstant(parameters.flow, (itemIndex) => {
			const read = () => n8n.getNodeParameter('flow', itemIndex, '', { extractValue: true });
			return parseSlug(evaluate('Flow', read));
		}),
	};
}

/** What an item starts, with which credential and options. */
interface Target extends ContextInput {
	options: NodeOptions;
	/** The dotted paths in the context that the node fills itself. */
	filledPaths: string[];
}

async function prepareStart(
	reader: ItemReader,
	memory: NodeMemory,
	itemIndex: number,
): Promise<{ start: PreparedStart; target?: Target }> {
	const { n8n, contextMode, callbackField } = reader;
	const parts: ItemParts = {};
	let target: Target | undefined;
	try {
		// First, because its token is needed to mask later messages.
		const credential = await reader.loadCredential(itemIndex);
		parts.credential = credential;
		const slug = reader.readSlug(itemIndex);
		parts.slug = slug;
		const options = reader.readOptions(itemIndex);
		const filledPaths = [options.idempotencyKeyField, callbackField].filter(Boolean);
		const item = reader.getOwnItem(itemIndex);
		target = { itemIndex, item, slug, credential, options, filledPaths };
		const startsFlowsByHand = memory.wasStartedByHand && reader.operation !== 'preview';
		if (startsFlowsByHand && !options.productionByHand) requireQa(credential);
		if (reader.isListedFlowRequired) requireListedFlow(credential, slug);
		parts.isItemRead = true;
		const { values, missingFields, build } = contextMode.read(target, filledPaths);
		parts.labelSource = values;
		const mapped = checkContext(build(), missingFields);
		return { start: createReadyStart(reader, memory, target, mapped), target };
	} catch (error) {
		// Checks and expressions throw here, all before anything is sent.
		return { start: createRefusedStart(n8n, error, parts), target };
	}
}

/** @param mapped What the parameters give for the item, to which the node adds its own values. @throws UserError */
function createReadyStart(
	reader: ItemReader,
	memory: NodeMemory,
	{ itemIndex, item, slug, credential, options }: Target,
	mapped: ReturnType<typeof checkContext>,
): ReadyStart {
	const { baseUrl, accessToken } = credential;
	const identify = memoize(() => {
		const parametersHash = reader.hashParameters();
		return createIdentity({ baseUrl, slug, context: mapped.context, parametersHash, item });
	});
	const { context: withUrl, callback } = addCallbackUrl(reader, mapped.context, itemIndex, baseUrl);
	const createKey = () => memory.createIdempotencyKey(itemIndex, identify);
	const context = addIdempotencyKey(withUrl, options.idempotencyKeyField, createKey);
	return {
		kind: 'ready',
		...createShownItem({ credential, slug, labelSource: mapped.context }),
		slug,
		credential,
		options,
		callback,
		contextJson: JSON.stringify(context),
		identify,
		missingFields: maskJson(mapped.missingFields, accessToken),
	};
}

function addCallbackUrl(
	{ n8n, callbackField: path }: ItemReader,
	context: JsonObject,
	itemIndex: number,
	baseUrl: string,
): { context: JsonObject; callback?: AwaitedCallback } {
	if (path === '') return { context };
	const callback = createCallback(n8n, itemIndex, baseUrl);
	const parameter = 'Callback URL Field';
	// The flow's example often has this field, so a form may have filled it.
	const added = { parameter, path, value: callback.url, canReplace: true };
	return { context: addToContext(context, added), callback };
}

function addIdempotencyKey(context: JsonObject, path: string, createKey: () => string): JsonObject {
	if (path === '') return context;
	const parameter = 'Idempotency Key Field';
	return addToContext(context, { parameter, path, value: createKey(), canReplace: false });
}
