import type { AssignmentCollectionValue, IExecuteFunctions } from 'n8n-workflow';

import { contextFromFields } from '../rules/context/fromFields';
import { contextFromJson } from '../rules/context/fromJson';
import type { JsonObject } from '../rules/context/json';
import type { FlowCredential } from '../rules/credential/flowCredential';
import { NotSentError, notSent, type FailureCause } from '../rules/errors/failure';
import { maskJson } from '../rules/errors/mask';
import { createStart } from '../rules/request/startRequest';
import type { PreparedStart } from '../rules/sending/startFlow';
import { parseStartEvent, type StartEventRequest } from '../rules/startEvent/parseStartEvent';
import { contextFromFilledForm, type FilledForm } from '../rules/startEvent/readForm';
import { requireSameEndpoint } from '../rules/startEvent/sameEndpoint';
import { credentialReader, type CredentialReader } from './credentialReader';

/** What one item's parameters ask for, with the slug as it was given, for the failed item. */
export type PreparedItem = PreparedStart & { slug: string };

/** Gives an item's context the key of its start, where the person asked for one. */
export type AddStartKey = (context: unknown, itemIndex: number) => unknown;

/** Throws for a credential that a run may not use. */
export type Guard = (credential: FlowCredential) => void;

/** What is read once for all items. */
interface Shared {
	pasted: Pasted;
	/** Where the context comes from; no expression, so the same for all items. */
	contextMode: unknown;
	credentialFor: CredentialReader;
	addStartKey: AddStartKey;
	/** Throws for a credential that this run may not use. */
	guard: Guard;
}

/** Reads and checks everything that each item needs. Nothing is sent here. */
export async function prepareStarts(
	context: IExecuteFunctions,
	addStartKey: AddStartKey,
	guard: Guard,
): Promise<PreparedItem[]> {
	const credentialFor = await credentialReader(context);
	const contextMode = context.getNodeParameter('contextMode', 0);
	const shared = { pasted: readPasted(context), contextMode, credentialFor, addStartKey, guard };
	const prepared: PreparedItem[] = [];
	for (const itemIndex of context.getInputData().keys()) {
		prepared.push(await prepareStart(context, itemIndex, shared));
	}
	return prepared;
}

/** The request that was pasted, read once for all items; or what is wrong with it. */
type Pasted = { request: StartEventRequest } | { mistake: unknown } | undefined;

function readPasted(context: IExecuteFunctions): Pasted {
	if (context.getNodeParameter('flow', 0) !== 'startEvent') return undefined;
	try {
		return { request: parseStartEvent(context.getNodeParameter('startEventRequest', 0) as string) };
	} catch (mistake) {
		return { mistake };
	}
}

async function prepareStart(
	context: IExecuteFunctions,
	itemIndex: number,
	{ pasted, contextMode, credentialFor, addStartKey, guard }: Shared,
): Promise<PreparedItem> {
	let slug = '';
	let credential: FlowCredential | undefined;
	let cause: FailureCause | undefined;
	try {
		if (pasted !== undefined && 'mistake' in pasted) {
			return { slug, failure: notSent(pasted.mistake, { cause: 'configuration-invalid' }) };
		}
		const request = pasted?.request;
		slug = request?.slug ?? String(context.getNodeParameter('slug', itemIndex) ?? '');
		cause = { cause: 'credential-invalid' };
		credential = await credentialFor(itemIndex);
		cause = undefined;
		guard(credential);
		if (request !== undefined) requireSameEndpoint(request.url, credential);
		const given = readContext(context, itemIndex, contextMode, request);
		const start = createStart(slug, addStartKey(given, itemIndex));
		return { slug, start, credential };
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
