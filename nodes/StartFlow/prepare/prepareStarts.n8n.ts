import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { createCallback, requireAbleToWait } from '../callback/waitForCallback.n8n';
import { toContextJson } from '../context/contextJson';
import type { ContextMode, ContextSource, FormState } from '../context/contextMode';
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
import { getItemWithoutFiles, isTool, loadStoredCredential } from '../n8n/internals';
import { logFault } from '../n8n/run';
import { mapYielding } from '../n8n/waiting';
import { type Operation, parseOperation } from '../operation';
import { type NodeOptions, parseOptions } from '../options';
import { createNotSentFailure, type Failure } from '../outcome/outcomes';
import { findFirstText, type JsonObject } from '../shared/json';
import { declareMasked, type Masked, maskJson, maskParts, maskText } from '../shared/mask';
import { isExpression, memoizeIfConstant } from '../shared/expression';
import { memoize } from '../shared/memoize';
import { isFault, prefixErrors, toUserError } from '../shared/userError';
import type {
	AwaitedCallback,
	PreparedStart,
	ReadyStart,
	UnpreparedStart,
} from '../start/itemStart';
import { getContextMode } from './contextModes';

interface PreparedRun {
	isPreview: boolean;
	starts: PreparedStart[];
	/** Of the first item whose flow is known. Missing if the context comes from no form. */
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
		const preparer = new StartPreparer(n8n, memory, operation, storedCredential);
		const starts = await mapYielding(items, async (_, index) => await preparer.prepare(index));
		return { isPreview: operation === 'preview', starts, formState: preparer.formState };
	} catch (error) {
		const unprepared = createUnpreparedStart(n8n, error);
		return { isPreview: operation === 'preview', starts: items.map(() => unprepared) };
	}
}

/** Prepares the items of a run, one by one. Reads once what they have in common. */
class StartPreparer {
	formState: FormState | undefined;
	/** The parameter Context. */
	private readonly modeName: unknown;
	private readonly contextMode: ContextMode;
	private readonly loadCredential: (itemIndex: number) => Promise<FlowCredential>;
	private readonly loadOptions: (itemIndex: number) => NodeOptions;
	private readonly loadSlug: (itemIndex: number) => string;
	private readonly needsListedFlow: boolean;
	/** The dotted path in the context that gets the callback URL. Empty if the operation needs no callback. */
	private readonly callbackField: string;

	private readonly hashParameters = memoize(() => {
		return computeFingerprint([this.modeName, ...this.contextMode.listIdentifyingParameters()]);
	});

	/** @throws UserError for what is wrong with all items. */
	constructor(
		private readonly n8n: IExecuteFunctions,
		private readonly memory: NodeMemory,
		private readonly operation: Operation,
		storedCredential: unknown,
	) {
		const node = n8n.getNode();
		const { parameters } = node;
		this.modeName = n8n.getNodeParameter('contextMode', 0);
		this.contextMode = getContextMode(this.modeName)(parameters, createValuesReader(n8n));
		// A read costs n8n a query, a decryption and the evaluation of expressions.
		this.loadCredential = memoizeIfConstant(storedCredential, async (itemIndex) =>
			parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE, itemIndex)),
		);
		this.loadOptions = memoizeIfConstant(parameters.options ?? {}, (itemIndex) => {
			const read = () => n8n.getNodeParameter('options', itemIndex, {});
			return parseOptions(prefixErrors('An option has an expression that fails', read));
		});
		this.loadSlug = memoizeIfConstant(parameters.flow, (itemIndex) => {
			const read = () => n8n.getNodeParameter('flow', itemIndex, '', { extractValue: true });
			return parseSlug(prefixErrors('Flow has an expression that fails', read));
		});
		this.needsListedFlow = needsListedFlow(node);
		this.callbackField = '';
		if (operation === 'startAndWait') {
			requireAbleToWait(n8n, storedCredential);
			this.callbackField = String(n8n.getNodeParameter('callbackField', 0));
		}
	}

	async prepare(itemIndex: number): Promise<PreparedStart> {
		let slug = '';
		let credential: FlowCredential | undefined;
		try {
			// First, because its token is needed to mask later messages.
			credential = await this.loadCredential(itemIndex);
			slug = this.loadSlug(itemIndex);
			this.formState ??= this.contextMode.getFormState?.(slug, credential);
			return this.createReadyStart(itemIndex, slug, credential);
		} catch (error) {
			// Checks and expressions throw here, all before anything is sent.
			if (credential === undefined) return createUnpreparedStart(this.n8n, error);
			const source = this.getSource(itemIndex, slug, credential);
			return createUnpreparedStart(this.n8n, error, credential, slug, () => this.findLabel(source));
		}
	}

	private createReadyStart(
		itemIndex: number,
		slug: string,
		credential: FlowCredential,
	): ReadyStart {
		const { baseUrl, accessToken, environment } = credential;
		const options = this.loadOptions(itemIndex);
		const startsFlowsByHand = this.memory.wasStartedByHand && this.operation !== 'preview';
		if (startsFlowsByHand && !options.productionByHand) requireQa(credential);
		if (this.needsListedFlow) requireListedFlow(credential, slug);

		const keyField = options.idempotencyKeyField;
		const source = this.getSource(itemIndex, slug, credential, [keyField, this.callbackField]);
		const { context: mapped, missingFields } = this.contextMode.readContext(source);
		const identify = memoize(() => {
			const parametersHash = this.hashParameters();
			return createIdentity({ baseUrl, slug, context: mapped, parametersHash, item: source.item });
		});
		let context = mapped;
		let callback: AwaitedCallback | undefined;
		if (this.operation === 'startAndWait') {
			callback = createCallback(this.n8n, itemIndex, baseUrl);
			// The flow's example often has this field, so a form may have filled it.
			const replace = { canReplace: true };
			const { url } = callback;
			context = addToContext(context, 'Callback URL Field', this.callbackField, url, replace);
		}
		if (keyField !== '') {
			const key = this.memory.createIdempotencyKey(itemIndex, identify);
			context = addToContext(context, 'Idempotency Key Field', keyField, key);
		}
		const contextJson = toContextJson(context);
		return {
			kind: 'ready',
			slug,
			shownSlug: maskText(slug, accessToken),
			environment,
			findLabel: () => maskText(findFirstText(mapped), accessToken),
			credential,
			options,
			callback,
			contextJson,
			identify,
			missingFields: missingFields && maskJson(missingFields, accessToken),
		};
	}

	private getSource(
		itemIndex: number,
		slug: string,
		credential: FlowCredential,
		pathsFilledByNode: string[] = [],
	): ContextSource {
		const item = getItemWithoutFiles(this.n8n, itemIndex);
		return { itemIndex, item, slug, credential, pathsFilledByNode };
	}

	/** Finds by what a person recognizes a refused item. */
	private findLabel(source: ContextSource): string {
		try {
			return findFirstText(this.contextMode.readMapped?.(source));
		} catch {
			// The expression that made the item bad fails here, too.
			return '';
		}
	}
}

/** Whether the credential has to contain the flow: it was chosen from the list, or a model may choose it by an expression. */
function needsListedFlow(node: INode): boolean {
	const { mode, value } = (node.parameters.flow ?? {}) as JsonObject;
	return mode !== 'slug' || (isTool(node) && isExpression(value));
}

/** A bug of the node is not the person's fault, so its cause goes into n8n's log. */
function createUnpreparedStart(
	n8n: IExecuteFunctions,
	thrown: unknown,
	credential?: FlowCredential,
	slug = '',
	findLabelOfItem = () => '',
): UnpreparedStart {
	const isBug = isFault(thrown);
	if (isBug) logFault(n8n, thrown, credential?.accessToken);
	const failure = isBug ? PREPARATION_FAULT : createNotSentFailure(toUserError(thrown));
	// Slug or context may contain the token by mistake, and the message may quote a part of them.
	const mask = <T>(value: T): Masked<T> =>
		credential ? maskParts(value, credential.accessToken) : declareMasked(value);
	return {
		kind: 'unprepared',
		shownSlug: mask(slug),
		environment: credential?.environment,
		findLabel: () => mask(findLabelOfItem()),
		attempts: 0,
		failure: mask(failure),
		isFromPreviousRun: false,
	};
}

const PREPARATION_FAULT: Failure = {
	outcome: 'notSent',
	message: 'The node itself failed while it prepared this item: nothing was sent',
	description: "The cause is in n8n's log. Please report it.",
};
