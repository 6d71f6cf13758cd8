import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { fingerprintAfter } from '../rules/context/fingerprint';
import { contextFromFields } from '../rules/context/fromFields';
import { contextFromJson } from '../rules/context/fromJson';
import type { JsonObject } from '../rules/context/json';
import { serializeContext } from '../rules/context/serializeContext';
import type { FlowCredential } from '../rules/credential/flowCredential';
import { refuseProduction } from '../rules/credential/productionGuard';
import { NotSentError, notSent, type Failure } from '../rules/errors/failure';
import { contextFromFilledForm, type FilledForm } from '../rules/form/readForm';
import { untouchedFields } from '../rules/form/untouched';
import type { NodeOptions } from '../rules/options/nodeOptions';
import { createStart } from '../rules/request/startRequest';
import { maskParts, maskText } from '../rules/secrets/mask';
import { NOT_BEGUN, refused, type ItemStart } from '../rules/starts/itemStart';
import type { MappingGaps } from '../rules/starts/mappingGaps';
import { callbackReader, type CallbackReader } from './callbackReader';
import { credentialReader, type CredentialReader } from './credentialReader';
import { flowReader, oncePer, type FlowReader } from './flowReader';
import { startKeys, writtenContext, type StartKeys } from './identity';
import { inTurns } from './inTurns';
import { formReader, rowsReader, writtenRows } from './joinedReader';
import type { NodeMemory } from './nodeMemory';
import { optionsReader, type OptionsReader } from './optionsReader';
import { isDirectCall, refuseMixedUpCall } from './tool';

/** What is the same for all items, or is read by item. */
interface Shared {
	flows: FlowReader;
	/** Where the context comes from; no expression, so the same for all items. */
	contextMode: unknown;
	/** As the person has written them, expressions not evaluated. */
	parameters: INodeParameters;
	/** The fingerprint of what a context is made of: of an item, and of all that is the same for all items. */
	sourceOf: (item: unknown) => string;
	/** What still stands as in the example, where the form is used. */
	untouched: (example: JsonObject | undefined) => readonly string[];
	rowsFor: ReturnType<typeof rowsReader>;
	formFor: ReturnType<typeof formReader>;
	isDirect: boolean;
	/** Whether a production credential may be used, where the option Protect Production is on. */
	mayProduce: boolean;
	credentialFor: CredentialReader;
	optionsFor: OptionsReader;
	addStartKey: StartKeys;
	addCallback: CallbackReader;
}

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

async function prepareAll(context: IExecuteFunctions, memory: NodeMemory): Promise<ItemStart[]> {
	const node = context.getNode();
	const contextMode = context.getNodeParameter('contextMode', 0);
	const shared: Shared = {
		flows: flowReader(context),
		contextMode,
		parameters: node.parameters,
		sourceOf: fingerprintAfter(writtenContext(node, contextMode)),
		untouched: oncePer((example) => untouchedOf(context, contextMode, example)),
		rowsFor: rowsReader(context),
		formFor: formReader(context),
		isDirect: isDirectCall(context),
		mayProduce: isPreview(context) || !memory.isManual,
		credentialFor: await credentialReader(context),
		optionsFor: optionsReader(context),
		addStartKey: startKeys(context, memory),
		addCallback: await callbackReader(context),
	};
	const signal = context.getExecutionCancelSignal();
	return await inTurns(context.getInputData(), async (_, itemIndex) =>
		signal?.aborted ? refused('', NOT_BEGUN) : await prepareStart(context, itemIndex, shared),
	);
}

async function prepareStart(
	context: IExecuteFunctions,
	itemIndex: number,
	shared: Shared,
): Promise<ItemStart> {
	const { flows, isDirect, credentialFor, optionsFor } = shared;
	let slug = '';
	let credential: FlowCredential | undefined;
	try {
		if (isDirect) refuseMixedUpCall(context);
		const asked = flows.asked(itemIndex);
		slug = typeof asked === 'string' || typeof asked === 'number' ? String(asked) : '';
		credential = await credentialFor(itemIndex);
		const options = optionsFor(itemIndex);
		if (options.protectProduction && !shared.mayProduce) refuseProduction(credential);
		const flow = flows.flowFor(credential, asked);
		({ slug } = flow);
		const { context: given, gaps } = readContext(context, itemIndex, shared, flow.example, options);
		const { context: called, callback } = shared.addCallback(given, itemIndex, credential);
		const flowContext = shared.addStartKey(called, itemIndex, options);
		const start = createStart(slug, flowContext);
		const content = flowContext === given ? start.context : serializeContext(given);
		const item = context.getInputData()[itemIndex]?.json;
		const source = () => shared.sourceOf(item);
		const untouched = shared.untouched(flow.example);
		const told = { gaps, untouched };
		return { kind: 'ready', ...start, content, source, credential, options, callback, ...told };
	} catch (error) {
		// Rules, expressions and the credential's reading throw here, all before anything is sent.
		const failure = notSent(error);
		if (credential === undefined) return refused(slug, failure);
		// Slug or context may hold the token by mistake, and the message may quote the beginning of them.
		const { accessToken } = credential;
		return refused(maskText(slug, accessToken), maskParts(failure, accessToken));
	}
}

function readContext(
	context: IExecuteFunctions,
	itemIndex: number,
	shared: Shared,
	example: JsonObject | undefined,
	{ leaveOutEmpty }: NodeOptions,
): { context: unknown; gaps?: MappingGaps } {
	const { contextMode: mode, parameters } = shared;
	const item = context.getInputData()[itemIndex]?.json as JsonObject;
	switch (mode) {
		case 'fields': {
			const fields = shared.rowsFor(itemIndex);
			const written = writtenRows(context);
			const rows = fields.map((field, index) => ({ ...field, written: written?.[index]?.value }));
			return { context: contextFromFields(rows, leaveOutEmpty) };
		}
		case 'json':
			return { context: contextFromJson(context.getNodeParameter('contextJson', itemIndex)) };
		case 'input':
			return { context: item };
		case 'startEvent': {
			const form = shared.formFor(itemIndex);
			const written = (parameters.contextMapping as FilledForm | undefined)?.value;
			if (example !== undefined) {
				return contextFromFilledForm(form, example, item, { leaveOutEmpty, written });
			}
			throw new NotSentError(
				'The Start Event Form needs the request of a Start Event, but the flow is named by its slug',
				'Choose another option of the Context field, or set Flow to From Credential or to From Start Event Request.',
			);
		}
		case 'none':
			return { context: {} };
		default:
			throw new NotSentError(
				`"${String(mode)}" is not a way to build the context`,
				'Choose one of the options of the Context field.',
			);
	}
}

function untouchedOf(
	context: IExecuteFunctions,
	mode: unknown,
	example: JsonObject | undefined,
): readonly string[] {
	if (mode !== 'startEvent' || example === undefined) return [];
	const form = (context.getNode().parameters.contextMapping ?? {}) as FilledForm;
	// In its place goes the URL to call back.
	const replaced = context.getNodeParameter('callbackField', 0, '');
	return untouchedFields(form, example).filter((name) => name !== replaced);
}
