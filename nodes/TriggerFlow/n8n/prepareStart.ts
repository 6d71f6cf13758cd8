import type { AssignmentCollectionValue, IExecuteFunctions } from 'n8n-workflow';

import type { NodeOptions } from '../parameters/options';
import { contextFromFields } from '../rules/context/fromFields';
import { contextFromJson } from '../rules/context/fromJson';
import type { JsonObject } from '../rules/context/json';
import { serializeContext } from '../rules/context/serializeContext';
import type { FlowCredential } from '../rules/credential/flowCredential';
import { NotSentError, notSent, type Failure, type FailureCause } from '../rules/errors/failure';
import { maskJson } from '../rules/errors/mask';
import { readSlug } from '../rules/request/slug';
import { createStart } from '../rules/request/startRequest';
import type { ReadyStart } from '../rules/sending/startFlow';
import { refuseTokenOf } from '../rules/startEvent/findToken';
import { parseStartEvent, type StartEventRequest } from '../rules/startEvent/parseStartEvent';
import { contextFromFilledForm, type FilledForm } from '../rules/startEvent/readForm';
import { requireSameEndpoint } from '../rules/startEvent/sameEndpoint';
import { credentialReader, type CredentialReader } from './credentialReader';
import { optionsReader, type OptionsReader } from './optionsReader';
import { isDirectCall, refuseMixedUpCall } from './tool';
import { writtenContext } from './writtenContext';

/** What one item's parameters ask for, with the slug as it was given, for the failed item. */
export type PreparedItem = { slug: string } & (ReadyItem | { failure: Failure });

/** What is ready to be sent, and how its answer is laid out. */
export type ReadyItem = ReadyStart & { options: NodeOptions };

/** What the run brings to each of its items. */
export interface RunRules {
	/** Gives a context the key of its start, where the person asked for one. */
	addStartKey: (context: unknown, itemIndex: number, options: NodeOptions) => unknown;
	/** Throws for a credential that this run may not use. */
	guard: (credential: FlowCredential, options: NodeOptions) => void;
}

/** What is the same for all items, or is read by item. */
interface Shared extends RunRules {
	pasted: Pasted;
	/** Where the context comes from; no expression, so the same for all items. */
	contextMode: unknown;
	/** What the context is made of beside the item, as it is written. */
	written: unknown;
	isDirect: boolean;
	credentialFor: CredentialReader;
	optionsFor: OptionsReader;
}

/** Reads and checks everything that each item needs. Nothing is sent here. */
export async function prepareStarts(
	context: IExecuteFunctions,
	rules: RunRules,
): Promise<PreparedItem[]> {
	const pasted = readPasted(context);
	const contextMode = context.getNodeParameter('contextMode', 0);
	const shared: Shared = {
		...rules,
		pasted,
		contextMode,
		written: writtenContext(context.getNode(), contextMode, exampleOf(pasted)),
		isDirect: isDirectCall(context),
		credentialFor: await credentialReader(context),
		optionsFor: optionsReader(context),
	};
	const prepared: PreparedItem[] = [];
	for (const itemIndex of context.getInputData().keys()) {
		prepared.push(await prepareStart(context, itemIndex, shared));
	}
	return prepared;
}

/** The request that was pasted, read once for all items; or what is wrong with it. */
type Pasted =
	| { request: StartEventRequest; refuseTokenOf: (accessToken: string) => void }
	| { mistake: unknown }
	| undefined;

function readPasted(context: IExecuteFunctions): Pasted {
	if (context.getNodeParameter('flow', 0) !== 'startEvent') return undefined;
	try {
		const text = context.getNodeParameter('startEventRequest', 0) as string;
		const request = parseStartEvent(text);
		// Once for each token: a page that was pasted along may be long.
		const clean = new Set<string>();
		const refuse = (accessToken: string) => {
			if (!clean.has(accessToken)) refuseTokenOf(accessToken, text);
			clean.add(accessToken);
		};
		return { request, refuseTokenOf: refuse };
	} catch (mistake) {
		return { mistake };
	}
}

function exampleOf(pasted: Pasted): JsonObject | undefined {
	return pasted !== undefined && 'request' in pasted ? pasted.request.context : undefined;
}

async function prepareStart(
	context: IExecuteFunctions,
	itemIndex: number,
	{ pasted, contextMode, written, isDirect, credentialFor, optionsFor, addStartKey, guard }: Shared,
): Promise<PreparedItem> {
	let slug = '';
	let credential: FlowCredential | undefined;
	let cause: FailureCause | undefined;
	try {
		if (pasted !== undefined && 'mistake' in pasted) {
			return { slug, failure: notSent(pasted.mistake, { cause: 'configuration-invalid' }) };
		}
		if (isDirect) refuseMixedUpCall(context);
		const request = pasted?.request;
		const asked: unknown = request?.slug ?? context.getNodeParameter('slug', itemIndex);
		slug = typeof asked === 'string' || typeof asked === 'number' ? String(asked) : '';
		cause = { cause: 'credential-invalid' };
		credential = await credentialFor(itemIndex);
		cause = undefined;
		const options = optionsFor(itemIndex);
		guard(credential, options);
		pasted?.refuseTokenOf(credential.accessToken);
		if (request !== undefined) requireSameEndpoint(request.url, credential);
		const given = readContext(context, itemIndex, contextMode, request);
		const flowContext = addStartKey(given, itemIndex, options);
		const start = createStart(request?.slug ?? readSlug(asked), flowContext);
		const content = flowContext === given ? start.context : serializeContext(given);
		const source = [written, context.getInputData()[itemIndex]?.json];
		return { slug, start, content, source, credential, options };
	} catch (error) {
		// Rules, expressions and the credential's reading throw here, all before anything is sent.
		const item = { slug, failure: notSent(error, cause) };
		// Slug or context may hold the token by mistake, and the message may quote them.
		return credential === undefined ? item : maskJson(item, credential.accessToken);
	}
}

function readContext(
	context: IExecuteFunctions,
	itemIndex: number,
	mode: unknown,
	request: StartEventRequest | undefined,
): unknown {
	const item = context.getInputData()[itemIndex]?.json as JsonObject;
	switch (mode) {
		case 'fields': {
			const fields = context.getNodeParameter('contextFields', itemIndex, {});
			return contextFromFields((fields as Partial<AssignmentCollectionValue>).assignments ?? []);
		}
		case 'json':
			return contextFromJson(context.getNodeParameter('contextJson', itemIndex));
		case 'input':
			return item;
		case 'startEvent': {
			// As a whole: asked for by `.value`, n8n converts the values, dates to another text among them.
			const form = context.getNodeParameter('contextMapping', itemIndex, {}) as FilledForm;
			if (request !== undefined) return contextFromFilledForm(form, request.context, item);
			throw new NotSentError(
				'The Start Event Form needs the request of a Start Event, but the flow is named by its slug',
				'Choose another option of the Context field, or set Flow to From Start Event Request.',
			);
		}
		case 'none':
			return {};
		default:
			throw new NotSentError(
				`"${String(mode)}" is not a way to build the context`,
				'Choose one of the options of the Context field.',
			);
	}
}
