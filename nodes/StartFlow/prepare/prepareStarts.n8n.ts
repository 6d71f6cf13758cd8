import type { IExecuteFunctions } from 'n8n-workflow';

import { createCallback, requireAbleToWait } from '../callback/prepareCallback.n8n';
import { checkContext, type CheckedContext } from '../context/contextJson';
import type { ContextInput, Flow } from '../context/contextMode';
import { addToContext, formatPointer, parseFieldName } from '../context/path';
import { createValuesReader } from '../context/valueReader.n8n';
import { isListedFlowRequired, parseSlug } from '../credential/flow.n8n';
import {
	CREDENTIAL_TYPE,
	parseCredential,
	requireListedFlow,
	requireQa,
} from '../credential/flowCredential';
import type { FormState } from '../form/formMode';
import { createIdentity } from '../memory/savedMemory';
import { NodeMemory } from '../memory/nodeMemory.n8n';
import { createOwnItemReader, dependsOnItem, loadStoredCredential } from '../n8n/internals';
import { isStopped, toLoggedError } from '../n8n/run';
import { mapYielding } from '../n8n/waiting';
import { type Operation, parseOperation, requireNoPreview } from '../operation';
import { type NodeOptions, parseOptions } from '../options';
import type { Failure } from '../outcome/outcomes';
import type { UnsentRun } from '../report/hints';
import { computeFingerprint } from '../shared/fingerprint';
import type { JsonObject } from '../shared/json';
import { declareMasked, maskJson, maskPieces } from '../shared/mask';
import { memoize } from '../shared/memoize';
import { evaluate, isFault, ParameterError } from '../shared/userError';
import {
	createShownItem,
	type PreparedStart,
	type ReadyStart,
	type RecalledStart,
	type RefusedStart,
	RUN_ENDED_BEFORE_TURN,
} from '../start/itemStart';
import { selectContextMode } from './contextParameter';

interface PreparedItems<Start> {
	starts: Start[];
	formState?: FormState;
}

/** What is known before anything is sent. `refused`: nothing can be, because Operation is unknown, or the node failed. */
export type PreparedRun =
	| UnsentRun
	| (PreparedItems<RecalledStart> & { kind: 'run'; memory: NodeMemory });

/**
 * Prepares all starts, and asks the memory which of them a previous run has made. Nothing is sent here. It never throws: if it
 * did, and the node continues on errors, n8n would output the input items as if they had been started.
 */
export async function prepareRun(n8n: IExecuteFunctions): Promise<PreparedRun> {
	try {
		const memory = new NodeMemory(n8n);
		const operation = parseOperation(n8n.getNode().parameters.operation);
		const prepared = await prepareStarts(n8n, memory, operation);
		if (operation === 'preview') return { ...prepared, kind: 'preview' };
		const starts = await memory.recall(prepared.starts);
		return { ...prepared, kind: 'run', memory, starts };
	} catch (error) {
		return { ...refuseAll(n8n, error), kind: 'refused' };
	}
}

/** Reads and checks everything that each item needs. What concerns all items refuses all of them. */
async function prepareStarts(
	n8n: IExecuteFunctions,
	memory: NodeMemory,
	operation: Operation,
): Promise<PreparedItems<PreparedStart>> {
	try {
		const reader = await createItemReader(n8n, memory, operation);
		const items = await mapYielding(
			n8n.getInputData(),
			async (_, index) => await prepareStart(reader, index),
			n8n.getExecutionCancelSignal(),
		);
		const input = items.find((item) => item.input)?.input;
		return {
			starts: items.map(({ start }) => start),
			formState: input && reader.contextMode.getFormState?.(input),
		};
	} catch (error) {
		return refuseAll(n8n, error);
	}
}

function refuseAll(n8n: IExecuteFunctions, thrown: unknown): PreparedItems<PreparedStart> {
	const refused = createRefusedStart(n8n, thrown);
	const start = isStopped(n8n) ? { ...refused, failure: RUN_ENDED_BEFORE_TURN } : refused;
	return { starts: n8n.getInputData().map(() => start) };
}

type ItemReader = Awaited<ReturnType<typeof createItemReader>>;

/** Creates what reads the items of a run. What cannot differ between them is read once. @throws UserError */
async function createItemReader(n8n: IExecuteFunctions, memory: NodeMemory, operation: Operation) {
	const node = n8n.getNode();
	const { parameters } = node;
	if (!memory.isByHand) requireNoPreview(operation, memory.executionId);
	const isWaiting = operation === 'startAndWait';
	// The stored fields show whether all items share one credential, and whether a callback will be able to read it.
	const needsStored = n8n.getInputData().length > 1 || isWaiting;
	const stored = needsStored ? await loadStoredCredential(n8n, CREDENTIAL_TYPE) : undefined;
	if (isWaiting) requireAbleToWait(n8n, stored);
	const modeName = n8n.getNodeParameter('contextMode', 0);
	const contextMode = selectContextMode(modeName, parameters, createValuesReader(n8n));
	return {
		n8n,
		memory,
		contextMode,
		startsFlowsByHand: memory.isByHand && operation !== 'preview',
		/** The dotted path in the context that gets the callback URL. */
		callbackField: isWaiting ? String(n8n.getNodeParameter('callbackField', 0)) : undefined,
		isListedFlowRequired: isListedFlowRequired(node),
		getOwnItem: createOwnItemReader(n8n),
		hashParameters: memoize(() =>
			computeFingerprint([modeName, ...contextMode.listIdentifyingParameters()]),
		),
		// A read costs n8n a query, a decryption and the evaluation of expressions.
		loadCredential: memoizeIfConstant(stored, async (itemIndex) =>
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

/** Wraps `read` so that it runs once for all items, unless an expression uses the item, or the stored fields are unknown. */
export function memoizeIfConstant<T>(stored: unknown, read: (itemIndex: number) => T) {
	if (stored === undefined || dependsOnItem(stored)) return read;
	const readOnce = memoize(() => read(0));
	return () => readOnce();
}

/** What an item starts, with which credential and options. */
interface ItemInput extends ContextInput {
	options: NodeOptions;
}

/** What could be read of an item. */
interface ItemParts extends Partial<Flow> {
	input?: ItemInput;
	/** The item is named by the first text in it, or else the first number. */
	labelSource?: unknown;
}

async function prepareStart(reader: ItemReader, itemIndex: number) {
	const parts: ItemParts = {};
	try {
		// First, because its token is needed to mask later messages.
		parts.credential = await reader.loadCredential(itemIndex);
		parts.slug = reader.readSlug(itemIndex);
		const { credential, slug } = parts;
		const options = reader.readOptions(itemIndex);
		const filledFields = [options.idempotencyKeyField, reader.callbackField ?? ''];
		const filledIds = filledFields.map((name) => formatPointer(parseFieldName(name) ?? []));
		const item = reader.getOwnItem(itemIndex);
		const input = { itemIndex, item, slug, credential, options, filledIds };
		parts.input = input;
		if (reader.startsFlowsByHand && !options.productionByHand) requireQa(credential);
		if (reader.isListedFlowRequired) requireListedFlow(credential, slug);
		const { labelSource, missingFields, build } = reader.contextMode.read(input);
		parts.labelSource = labelSource;
		const mapped = checkContext(build(), missingFields);
		return { start: createReadyStart(reader, input, mapped), input };
	} catch (error) {
		// Checks and expressions throw here, all before anything is sent.
		return { start: createRefusedStart(reader.n8n, error, parts), input: parts.input };
	}
}

/** @param mapped What the parameters give for the item. The node adds its own values to the context. @throws UserError */
function createReadyStart(
	{ n8n, memory, callbackField, hashParameters }: ItemReader,
	{ itemIndex, item, slug, credential, options }: ItemInput,
	mapped: CheckedContext,
): ReadyStart {
	const { baseUrl } = credential;
	const { idempotencyKeyField } = options;
	const identify = memoize(() =>
		createIdentity({ baseUrl, slug }, mapped.context, [hashParameters(), item]),
	);
	const callback =
		callbackField === undefined ? undefined : createCallback(n8n, itemIndex, baseUrl);
	const withUrl = addToContext(mapped.context, {
		parameter: 'Callback URL Field',
		path: callbackField ?? '',
		value: callback?.url,
		// The flow's example often has this field, so a form may have filled it.
		canReplace: true,
	});
	const context = addToContext(withUrl, {
		parameter: 'Idempotency Key Field',
		path: idempotencyKeyField,
		value: idempotencyKeyField ? memory.createIdempotencyKey(itemIndex, item, identify) : undefined,
		canReplace: false,
	});
	return {
		kind: 'ready',
		...createShownItem(credential, slug, mapped.context),
		slug,
		credential,
		options,
		callback,
		contextJson: JSON.stringify(context),
		missingFields: maskJson(mapped.missingFields, credential.accessToken),
		identify,
	};
}

/** Refuses an item, which is not to blame for the node's parameters, nor for a bug of the node. */
export function createRefusedStart(
	n8n: IExecuteFunctions,
	thrown: unknown,
	parts: ItemParts = {},
): RefusedStart {
	const { credential, input, slug = '', labelSource } = parts;
	const accessToken = credential?.accessToken;
	const { message, advice } = toLoggedError(n8n, thrown, accessToken);
	const isNodeWrong = thrown instanceof ParameterError || isFault(thrown);
	// With this input, everything but the context has been read. Without it, an item may have given the slug or an option.
	const { flow, options } = n8n.getNode().parameters;
	const isAboutItem =
		input !== undefined || (credential !== undefined && [flow, options].some(dependsOnItem));
	const failure: Failure = {
		outcome: 'notSent',
		message,
		explanation: ['Nothing was sent for this item.'],
		advice,
		mayItemBeWrong: isAboutItem && !isNodeWrong,
	};
	return {
		kind: 'refused',
		...createShownItem(credential, slug, labelSource),
		target: credential && slug ? { baseUrl: credential.baseUrl, slug } : undefined,
		attempts: 0,
		// The message may quote a part of a token in the slug or the context.
		failure: accessToken ? maskPieces(failure, accessToken) : declareMasked(failure),
		isFromPreviousRun: false,
	};
}
