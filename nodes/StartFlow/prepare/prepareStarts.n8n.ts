import type { IExecuteFunctions } from 'n8n-workflow';

import { createCallback, requireAbleToWait } from '../callback/prepareCallback.n8n';
import { checkContext } from '../context/contextJson';
import type { ContextInput, FormState, MissingField } from '../context/contextMode';
import { addToContext } from '../context/path';
import { createValuesReader } from '../context/valueReader.n8n';
import { parseSlug } from '../credential/access';
import { isListedFlowRequired } from '../credential/flow.n8n';
import {
	CREDENTIAL_TYPE,
	type FlowCredential,
	parseCredential,
	requireListedFlow,
	requireQa,
} from '../credential/flowCredential';
import { createIdentity } from '../memory/identity';
import type { NodeMemory } from '../memory/nodeMemory.n8n';
import { createOwnItemReader, loadStoredCredential } from '../n8n/internals';
import { mapYielding } from '../n8n/waiting';
import { type Operation, parseOperation } from '../operation';
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
	let operation: Operation = 'start';
	try {
		operation = parseOperation(n8n.getNode().parameters.operation);
		// The stored fields show whether all items share one credential, and whether a callback will be able to read it.
		const needsStored = items.length > 1 || operation === 'startAndWait';
		const storedCredential = needsStored
			? await loadStoredCredential(n8n, CREDENTIAL_TYPE)
			: undefined;
		const setup = createRunSetup(n8n, memory, operation, storedCredential);
		const starts = await mapYielding(items, async (_, index) => await prepareStart(setup, index));
		return { isPreview: operation === 'preview', starts, formState: setup.formState };
	} catch (error) {
		const refused = createRefusedStart(n8n, error);
		return { isPreview: operation === 'preview', starts: items.map(() => refused) };
	}
}

type RunSetup = ReturnType<typeof createRunSetup>;

/** Reads what the items of a run have in common. @throws UserError */
function createRunSetup(
	n8n: IExecuteFunctions,
	memory: NodeMemory,
	operation: Operation,
	storedCredential: unknown,
) {
	const node = n8n.getNode();
	const { parameters } = node;
	const modeName = n8n.getNodeParameter('contextMode', 0);
	const contextMode = selectContextMode(modeName, parameters, createValuesReader(n8n));
	const isWaiting = operation === 'startAndWait';
	if (isWaiting) requireAbleToWait(n8n, storedCredential);
	return {
		n8n,
		memory,
		operation,
		contextMode,
		/** Of the first item whose flow could be read. */
		formState: undefined as FormState | undefined,
		/** The dotted path in the context that gets the callback URL. Empty if the operation needs no callback. */
		callbackField: isWaiting ? String(n8n.getNodeParameter('callbackField', 0)) : '',
		isListedFlowRequired: isListedFlowRequired(node),
		getOwnItem: createOwnItemReader(n8n),
		hashParameters: memoize(() =>
			computeFingerprint([modeName, ...contextMode.listIdentifyingParameters()]),
		),
		// A read costs n8n a query, a decryption and the evaluation of expressions.
		loadCredential: memoizeIfConstant(storedCredential, async (itemIndex) =>
			parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE, itemIndex)),
		),
		loadOptions: memoizeIfConstant(parameters.options ?? {}, (itemIndex) => {
			const read = () => n8n.getNodeParameter('options', itemIndex, {});
			return parseOptions(evaluate('An option', read) as JsonObject);
		}),
		loadSlug: memoizeIfConstant(parameters.flow, (itemIndex) => {
			const read = () => n8n.getNodeParameter('flow', itemIndex, '', { extractValue: true });
			return parseSlug(evaluate('Flow', read));
		}),
	};
}

/** What an item starts, with which credential and options. */
interface Target extends ContextInput {
	options: NodeOptions;
}

async function prepareStart(setup: RunSetup, itemIndex: number): Promise<PreparedStart> {
	const { n8n, contextMode } = setup;
	let credential: FlowCredential | undefined;
	let slug = '';
	let labelSource: unknown;
	try {
		// First, because its token is needed to mask later messages.
		credential = await setup.loadCredential(itemIndex);
		slug = setup.loadSlug(itemIndex);
		const options = setup.loadOptions(itemIndex);
		const target = { itemIndex, item: setup.getOwnItem(itemIndex), slug, credential, options };
		// The dotted paths in the context that the node fills itself.
		const filledPaths = [options.idempotencyKeyField, setup.callbackField].filter(Boolean);
		setup.formState ??= contextMode.getFormState?.(target, filledPaths);
		requireMayStart(setup, target);
		const { values, missingFields, build } = contextMode.read(target, filledPaths);
		labelSource = values;
		return createReadyStart(setup, { ...target, ...checkContext(build(), missingFields) });
	} catch (error) {
		// Checks and expressions throw here, all before anything is sent.
		return createRefusedStart(n8n, error, { credential, slug, labelSource });
	}
}

/** @throws UserError if a run by hand may not start production, or the credential does not contain the flow. */
function requireMayStart(
	{ memory, operation, isListedFlowRequired }: RunSetup,
	{ credential, slug, options }: Target,
): void {
	const startsFlowsByHand = memory.wasStartedByHand && operation !== 'preview';
	if (startsFlowsByHand && !options.productionByHand) requireQa(credential);
	if (isListedFlowRequired) requireListedFlow(credential, slug);
}

interface MappedItem extends Target {
	/** What the parameters give for the item, before the node adds its own values. */
	context: JsonObject;
	missingFields: MissingField[];
}

/** Adds what the node itself fills in. @throws UserError */
function createReadyStart(setup: RunSetup, mapped: MappedItem): ReadyStart {
	const { n8n, memory, operation, callbackField } = setup;
	const { itemIndex, item, slug, credential, options, missingFields } = mapped;
	const { baseUrl, accessToken } = credential;
	const identify = memoize(() => {
		const parametersHash = setup.hashParameters();
		return createIdentity({ baseUrl, slug, context: mapped.context, parametersHash, item });
	});
	let { context } = mapped;
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
	if (options.idempotencyKeyField !== '') {
		const key = memory.createIdempotencyKey(itemIndex, identify);
		context = addToContext(context, {
			parameter: 'Idempotency Key Field',
			path: options.idempotencyKeyField,
			value: key,
			canReplace: false,
		});
	}
	return {
		kind: 'ready',
		...createShownItem({ credential, slug, labelSource: mapped.context }),
		slug,
		credential,
		options,
		callback,
		contextJson: JSON.stringify(context),
		identify,
		missingFields: maskJson(missingFields, accessToken),
	};
}
