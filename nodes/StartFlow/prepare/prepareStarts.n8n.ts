import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';

import { createCallbackUrlAdder } from '../callback/callbackUrl.n8n';
import { toContextJson } from '../context/contextJson';
import type { ContextMode, FormState } from '../context/contextMode';
import { addToContext } from '../context/path';
import { createValuesReader } from '../context/valueReader.n8n';
import {
	CREDENTIAL_TYPE,
	type FlowCredential,
	parseCredential,
	requireListedFlow,
	requireNoProduction,
} from '../credential/flowCredential';
import { parseSlug } from '../credential/flow.n8n';
import { computeFingerprint, createIdentity } from '../memory/identity';
import type { NodeMemory } from '../memory/nodeMemory.n8n';
import { isDirectToolCall, isTool, keepsFilesInJson, loadStoredCredential } from '../n8n/internals';
import { logFault } from '../n8n/run';
import { mapYielding } from '../n8n/waiting';
import { type Operation, parseOperation } from '../operation';
import { parseOptions } from '../options';
import { createNotSentFailure, type Failure } from '../outcome/outcomes';
import { findLabel, type JsonObject } from '../shared/json';
import { declareMasked, type Masked, maskParts } from '../shared/mask';
import { isExpression, readByItem } from '../shared/expression';
import { memoize } from '../shared/memoize';
import { isFault, toUserError } from '../shared/userError';
import type { PreparedStart, ReadyStart, UnpreparedStart } from '../start/itemStart';
import { getContextMode } from './contextModes';

interface Prepared {
	operation: Operation;
	starts: PreparedStart[];
	/** Of the first item that is ready. Missing if the context comes from no form. */
	form?: FormState;
}

/**
 * Reads and checks everything that each item needs. Nothing is sent here. It never throws: if it did, and the node continues
 * on errors, n8n would output the input items as if they had been started.
 */
export async function prepareStarts(n8n: IExecuteFunctions, memory: NodeMemory): Promise<Prepared> {
	const items = n8n.getInputData();
	let operation: Operation = 'start';
	try {
		operation = parseOperation(n8n.getNode().parameters.operation);
		const preparation = await createPreparation(n8n, memory, operation);
		const starts = await mapYielding(
			items,
			async (_, index) => await prepareStart(n8n, index, preparation),
		);
		const ready = starts.find((start) => start.kind === 'ready');
		const form = ready && preparation.getFormState?.(ready.slug, ready.credential);
		return { operation, starts, form };
	} catch (error) {
		const unprepared = refuseItem(n8n, error);
		return { operation, starts: items.map(() => unprepared) };
	}
}

type Preparation = Awaited<ReturnType<typeof createPreparation>>;

/** What all items have in common. */
async function createPreparation(n8n: IExecuteFunctions, memory: NodeMemory, operation: Operation) {
	const node = n8n.getNode();
	const mode = n8n.getNodeParameter('contextMode', 0);
	// What is stored says whether all items have one credential. A callback cannot evaluate an expression.
	const needsStored = n8n.getInputData().length > 1 || operation === 'startAndWait';
	const storedCredential = needsStored
		? await loadStoredCredential(n8n, CREDENTIAL_TYPE)
		: undefined;
	const contextMode = getContextMode(mode)(node.parameters, createValuesReader(n8n));
	const getItem = createItemGetter(n8n);
	return {
		needsListedFlow: needsListedFlow(node),
		/** Whether the run starts flows, and a person started it. */
		startsFlowsByHand: memory.wasStartedByHand && operation !== 'preview',
		// A read costs n8n a query, a decryption and the evaluation of expressions.
		loadCredential: readByItem(storedCredential, async (itemIndex) =>
			parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE, itemIndex)),
		),
		loadOptions: readByItem(node.parameters.options ?? {}, (itemIndex) =>
			parseOptions(n8n.getNodeParameter('options', itemIndex, {}) as JsonObject),
		),
		loadSlug: readByItem(node.parameters.flow, (itemIndex) =>
			parseSlug(n8n.getNodeParameter('flow', itemIndex, '', { extractValue: true })),
		),
		readContext: contextMode.readContext,
		getFormState: contextMode.getFormState,
		getItem,
		readLabel: createLabelReader(getItem, contextMode),
		hashParameters: memoize(() =>
			computeFingerprint([mode, ...contextMode.listIdentifyingParameters()]),
		),
		callbackUrl: createCallbackUrlAdder(n8n, operation, storedCredential),
		addIdempotencyKey: createKeyAdder(n8n, memory),
	};
}

async function prepareStart(
	n8n: IExecuteFunctions,
	itemIndex: number,
	preparation: Preparation,
): Promise<PreparedStart> {
	let slug = '';
	let credential: FlowCredential | undefined;
	try {
		// First, because its token is needed to mask later messages.
		credential = await preparation.loadCredential(itemIndex);
		slug = preparation.loadSlug(itemIndex);
		return createReadyStart(itemIndex, slug, credential, preparation);
	} catch (error) {
		// Checks and expressions throw here, all before anything is sent.
		if (credential === undefined) return refuseItem(n8n, error);
		return refuseItem(n8n, error, credential, slug, preparation.readLabel(itemIndex));
	}
}

function createReadyStart(
	itemIndex: number,
	slug: string,
	credential: FlowCredential,
	preparation: Preparation,
): ReadyStart {
	const { startsFlowsByHand, needsListedFlow, callbackUrl, hashParameters } = preparation;
	const options = preparation.loadOptions(itemIndex);
	if (startsFlowsByHand && !options.productionByHand) requireNoProduction(credential);
	if (needsListedFlow) requireListedFlow(credential, slug);

	const item = preparation.getItem(itemIndex);
	const keyField = options.idempotencyKeyField;
	const pathsFilledByNode = [keyField, callbackUrl.field];
	const mapped = preparation.readContext({ itemIndex, item, slug, credential, pathsFilledByNode });
	const { context: withUrl, callback } = callbackUrl.add(mapped.context, itemIndex, credential);
	const contextJson = toContextJson(preparation.addIdempotencyKey(withUrl, keyField, itemIndex));
	const { baseUrl } = credential;
	const { context } = mapped;
	const identify = () =>
		createIdentity({ baseUrl, slug, context, parametersHash: hashParameters(), item });
	return {
		kind: 'ready',
		slug,
		credential,
		options,
		callback,
		contextJson,
		identify: memoize(identify),
		missingFields: mapped.missingFields,
	};
}

/** Creates a function that gets an item without the records of its files. */
function createItemGetter(n8n: IExecuteFunctions) {
	const items = n8n.getInputData();
	const hasFiles = keepsFilesInJson(n8n);
	return (itemIndex: number): JsonObject => {
		const item = items[itemIndex]?.json as JsonObject;
		if (!hasFiles) return item;
		return Object.fromEntries(Object.entries(item).filter(([key]) => key !== '_files'));
	};
}

/** To read a value may take n8n a millisecond, and an error names only a few items. */
const MAX_LABELS = 5;

/** Creates a function that reads by what a person recognizes a refused item. */
function createLabelReader(
	getItem: (itemIndex: number) => JsonObject,
	{ readMapped }: ContextMode,
) {
	let labelsLeft = MAX_LABELS;
	return (itemIndex: number): string => {
		if (readMapped === undefined || labelsLeft-- <= 0) return '';
		try {
			return findLabel(readMapped(itemIndex, getItem(itemIndex)));
		} catch {
			// The expression that made the item bad fails here, too.
			return '';
		}
	};
}

/** The key is the same for all attempts of an item's start, also in Retry On Fail and Retry, where `roundIndex` is the same. */
function createKeyAdder(n8n: IExecuteFunctions, memory: NodeMemory) {
	const workflowId = String(n8n.getWorkflow().id ?? '');
	const { firstExecutionId, roundIndex } = memory;
	const keyParts = [n8n.getInstanceId(), workflowId, firstExecutionId, n8n.getNode().name];
	return (context: unknown, field: string, itemIndex: number) => {
		if (field === '') return context;
		// An agent's direct calls have the same round and item index, so each gets a random key. No run continues them.
		const key = isDirectToolCall(n8n)
			? randomUUID()
			: computeFingerprint([...keyParts, roundIndex, itemIndex]);
		return addToContext(context, 'Idempotency Key Field', field, key);
	};
}

/** Whether the credential has to contain the flow: it was chosen from the list, or a model may choose it by an expression. */
function needsListedFlow(node: INode): boolean {
	const { mode, value } = (node.parameters.flow ?? {}) as JsonObject;
	return mode !== 'slug' || (isTool(node) && isExpression(value));
}

/** A bug of the node is not the person's fault, so its cause goes into n8n's log. */
function refuseItem(
	n8n: IExecuteFunctions,
	thrown: unknown,
	credential?: FlowCredential,
	slug = '',
	label = '',
): UnpreparedStart {
	const isBug = isFault(thrown);
	if (isBug) logFault(n8n, thrown, credential?.accessToken);
	const failure = isBug ? PREPARATION_FAULT : createNotSentFailure(toUserError(thrown));
	// Slug or context may contain the token by mistake, and the message may quote a part of them.
	const mask = <T>(value: T): Masked<T> =>
		credential ? maskParts(value, credential.accessToken) : declareMasked(value);
	return {
		kind: 'unprepared',
		slug: mask(slug),
		environment: credential?.environment,
		failure: mask(failure),
		label: mask(label),
	};
}

const PREPARATION_FAULT: Failure = {
	outcome: 'notSent',
	message: 'The node itself failed while it prepared this item: nothing was sent',
	description: "The cause is in n8n's log. Please report it.",
};
