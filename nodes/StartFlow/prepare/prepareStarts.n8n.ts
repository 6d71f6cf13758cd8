import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { createCallback, requireAbleToWait } from '../callback/waitForCallback.n8n';
import { toContextJson } from '../context/contextJson';
import type { FormState } from '../context/contextMode';
import { addToContext } from '../context/path';
import { createValuesReader } from '../context/valueReader.n8n';
import { parseSlug } from '../credential/access';
import {
	CREDENTIAL_TYPE,
	type FlowCredential,
	parseCredential,
	requireListedFlow,
	requireQa,
} from '../credential/flowCredential';
import { computeFingerprint, createIdentity } from '../memory/identity';
import type { NodeMemory } from '../memory/nodeMemory.n8n';
import { getOwnItem, isTool, loadStoredCredential } from '../n8n/internals';
import { logFault } from '../n8n/run';
import { mapYielding } from '../n8n/waiting';
import { type Operation, parseOperation } from '../operation';
import { parseOptions } from '../options';
import { createNotSentFailure, type Failure } from '../outcome/outcomes';
import { findFirstText, type JsonObject } from '../shared/json';
import { declareMasked, maskJson, maskParts, maskText } from '../shared/mask';
import { isExpression, memoizeIfConstant } from '../shared/expression';
import { memoize } from '../shared/memoize';
import { evaluate, FAULT_ADVICE, isFault, toUserError } from '../shared/userError';
import type {
	AwaitedCallback,
	PreparedStart,
	ReadyStart,
	RefusedStart,
	ShownItem,
} from '../start/itemStart';
import { getContextMode } from './contextModes';

interface PreparedRun {
	isPreview: boolean;
	starts: PreparedStart[];
	/** Missing if the context comes from no form. */
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
	let operation: Operation = 'start';
	try {
		operation = parseOperation(n8n.getNode().parameters.operation);
		// What is stored says whether all items have one credential. A callback cannot evaluate an expression.
		const needsStored = items.length > 1 || operation === 'startAndWait';
		const storedCredential = needsStored
			? await loadStoredCredential(n8n, CREDENTIAL_TYPE)
			: undefined;
		const setup: RunSetup = createRunSetup(n8n, memory, operation, storedCredential);
		const starts = await mapYielding(items, async (_, index) => await prepareStart(setup, index));
		return { isPreview: operation === 'preview', starts, formState: setup.formState };
	} catch (error) {
		const refused = createRefusedStart(n8n, error);
		return { isPreview: operation === 'preview', starts: items.map(() => refused) };
	}
}

/** What the items of a run have in common. The first item whose flow and options could be read sets `formState`. */
type RunSetup = ReturnType<typeof createRunSetup> & { formState?: FormState };

/** @throws UserError for what is wrong with all items. */
function createRunSetup(
	n8n: IExecuteFunctions,
	memory: NodeMemory,
	operation: Operation,
	storedCredential: unknown,
) {
	const node = n8n.getNode();
	const { parameters } = node;
	const modeName = n8n.getNodeParameter('contextMode', 0);
	const contextMode = getContextMode(modeName)(parameters, createValuesReader(n8n));
	const isWaiting = operation === 'startAndWait';
	if (isWaiting) requireAbleToWait(n8n, storedCredential);
	return {
		n8n,
		memory,
		operation,
		contextMode,
		/** The dotted path in the context that gets the callback URL. Empty if the operation needs no callback. */
		callbackField: isWaiting ? String(n8n.getNodeParameter('callbackField', 0)) : '',
		needsListedFlow: needsListedFlow(node),
		hashParameters: memoize(() =>
			computeFingerprint([modeName, ...contextMode.listIdentifyingParameters()]),
		),
		// A read costs n8n a query, a decryption and the evaluation of expressions.
		loadCredential: memoizeIfConstant(storedCredential, async (itemIndex) =>
			parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE, itemIndex)),
		),
		loadOptions: memoizeIfConstant(parameters.options ?? {}, (itemIndex) => {
			const read = () => n8n.getNodeParameter('options', itemIndex, {});
			return parseOptions(evaluate('An option', read));
		}),
		loadSlug: memoizeIfConstant(parameters.flow, (itemIndex) => {
			const read = () => n8n.getNodeParameter('flow', itemIndex, '', { extractValue: true });
			return parseSlug(evaluate('Flow', read));
		}),
	};
}

async function prepareStart(setup: RunSetup, itemIndex: number): Promise<PreparedStart> {
	const parts: ItemParts = {};
	try {
		return await createReadyStart(setup, itemIndex, parts);
	} catch (error) {
		// Checks and expressions throw here, all before anything is sent.
		return createRefusedStart(setup.n8n, error, parts);
	}
}

/** What was read of an item so far. A refused item is shown with it. */
interface ItemParts {
	credential?: FlowCredential;
	slug?: string;
	/** The values that were read for the context, and then the context. */
	content?: unknown;
}

/** @param parts Gets each part as soon as it is read. */
async function createReadyStart(
	setup: RunSetup,
	itemIndex: number,
	parts: ItemParts,
): Promise<ReadyStart> {
	const { n8n, memory, operation, contextMode, callbackField } = setup;
	// First, because its token is needed to mask later messages.
	const credential = await setup.loadCredential(itemIndex);
	parts.credential = credential;
	const slug = setup.loadSlug(itemIndex);
	parts.slug = slug;
	const item = getOwnItem(n8n, itemIndex);
	const input = { itemIndex, item, slug, credential };
	const options = setup.loadOptions(itemIndex);
	const keyField = options.idempotencyKeyField;
	const filledPaths = [keyField, callbackField].filter((path) => path !== '');
	setup.formState ??= contextMode.getFormState?.(input, filledPaths);
	const startsFlowsByHand = memory.wasStartedByHand && operation !== 'preview';
	if (startsFlowsByHand && !options.productionByHand) requireQa(credential);
	if (setup.needsListedFlow) requireListedFlow(credential, slug);

	const { values, missingFields, build } = contextMode.read(input, filledPaths);
	parts.content = values;
	const mapped = build();
	parts.content = mapped;
	const { baseUrl, accessToken } = credential;
	const identify = memoize(() => {
		const parametersHash = setup.hashParameters();
		return createIdentity({ baseUrl, slug, context: mapped, parametersHash, item });
	});
	let context = mapped;
	let callback: AwaitedCallback | undefined;
	if (operation === 'startAndWait') {
		callback = createCallback(n8n, itemIndex, baseUrl);
		context = addToContext(context, {
			parameter: 'Callback URL Field',
			path: callbackField,
			value: callback.url,
			// The flow's example often has this field, so a form may have filled it.
			canReplace: true,
		});
	}
	if (keyField !== '') {
		const key = memory.createIdempotencyKey(itemIndex, identify);
		context = addToContext(context, {
			parameter: 'Idempotency Key Field',
			path: keyField,
			value: key,
			canReplace: false,
		});
	}
	return {
		kind: 'ready',
		...showItem(parts),
		slug,
		credential,
		options,
		callback,
		contextJson: toContextJson(context),
		identify,
		missingFields: missingFields && maskJson(missingFields, accessToken),
	};
}

/** Whether the credential has to contain the flow: it was chosen from the list, or a model may choose it by an expression. */
function needsListedFlow(node: INode): boolean {
	const { mode, value } = (node.parameters.flow ?? {}) as JsonObject;
	return mode !== 'slug' || (isTool(node) && isExpression(value));
}

/** Refuses an item. A bug of the node is not the person's fault, so its cause goes into n8n's log. */
function createRefusedStart(
	n8n: IExecuteFunctions,
	thrown: unknown,
	parts: ItemParts = {},
): RefusedStart {
	const accessToken = parts.credential?.accessToken;
	const isNodeFault = isFault(thrown);
	if (isNodeFault) logFault(n8n, thrown, accessToken);
	const failure = isNodeFault ? PREPARATION_FAULT : createNotSentFailure(toUserError(thrown));
	return {
		kind: 'refused',
		...showItem(parts),
		attempts: 0,
		// The message may quote a part of a token in the slug or the context.
		failure: accessToken ? maskParts(failure, accessToken) : declareMasked(failure),
		isFromPreviousRun: false,
	};
}

function showItem({ credential, slug = '', content }: ItemParts): ShownItem {
	const mask = (text: string) =>
		credential ? maskText(text, credential.accessToken) : declareMasked(text);
	return {
		shownSlug: mask(slug),
		environment: credential?.environment,
		findLabel: () => mask(findFirstText(content)),
	};
}

const PREPARATION_FAULT: Failure = {
	outcome: 'notSent',
	message: 'The node itself failed while it prepared this item: nothing was sent',
	advice: FAULT_ADVICE,
};
