import {
	sleep,
	type IDataObject,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { createHash, timingSafeEqual } from 'node:crypto';

import { laidOut } from '../answer/outputItems';
import { readAnswer, type ReadAnswer } from '../answer/readAnswer';
import { toItems } from '../answer/toItems';
import { CREDENTIAL } from '../credential/credentialReader';
import { readFlowCredential } from '../credential/flowCredential';
import type { HttpAnswer } from '../http/attempt';
import { maskAttempt } from '../http/maskAttempt';
import { holdAfterRestart } from './afterRestart';
import { ID_PARAMETER } from './callbackUrl';
import { PENDING } from './description';
import type { PendingCallback } from './pendingCallback';

const LOADED_AT = Date.now();

/**
 * Until when another callback of the same start is refused, by its id, in ms: early versions of n8n let several in
 * that come at the same moment.
 */
const taken = new Map<string, number>();

/** In ms. Then n8n has stored that it goes on, or it could not, and waits. */
const STORING = 20_000;

/**
 * Takes the callback of a flow that an execution waits for, and lets the execution go on with it. Any
 * other is refused, and the wait goes on. It never throws: n8n would end the execution.
 */
export async function takeCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let id = '';
	try {
		const pending = context.getNodeParameter(PENDING, {}) as Partial<PendingCallback>;
		const given = (context.getQueryData() as IDataObject)[ID_PARAMETER];
		if (typeof pending.id !== 'string' || !isSame(given, pending.id)) {
			return refuse(context, 409, WRONG_ID);
		}
		// n8n has taken it apart already, and put its files into a folder, token and all.
		const { 'content-type': type = '' } = context.getHeaderData();
		if (/^multipart\//i.test(type)) return refuse(context, 415, NO_FORM);
		if (isTaken(pending.id)) return refuse(context, 409, TAKEN);
		// n8n goes on with the execution by itself; early versions would run what is behind twice.
		if (Date.now() >= (pending.until ?? Infinity)) return refuse(context, 409, TOO_LATE);
		const hold = holdAfterRestart(pending, LOADED_AT);
		({ id } = pending);
		taken.set(id, Date.now() + hold + STORING);
		// Whoever sends it may give up while it is held back.
		const body = await received(context);
		await sleep(hold);
		const items = await itemsOf(context, pending as PendingCallback, body);
		return { webhookResponse: { received: true }, workflowData: [items] };
	} catch {
		// It may be sent again, once n8n can read it.
		taken.delete(id);
		return refuse(context, 500, NOT_READ);
	}
}

const WRONG_ID =
	'This is not the callback that the execution waits for: call the URL that the start was given, whole and unchanged';
const NO_FORM = 'A callback cannot be a form: send JSON, a text or a file as the body';
const TAKEN = 'This callback was received already';
const TOO_LATE = 'This callback comes too late: the time that the execution waits at most is up';
const NOT_READ =
	'n8n could not take this callback, perhaps because the credential of the node cannot be read: try again later';

function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ received: false, message });
	return { noWebhookResponse: true };
}

/** In constant time: how long it takes tells nothing of the id. */
function isSame(given: unknown, id: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return typeof given === 'string' && timingSafeEqual(digest(given), digest(id));
}

function isTaken(id: string): boolean {
	for (const [old, until] of taken) if (Date.now() > until) taken.delete(old);
	return taken.has(id);
}

async function itemsOf(
	context: IWebhookFunctions,
	{ layout, statusCode, input, started }: PendingCallback,
	body: Omit<HttpAnswer, 'statusCode'>,
): Promise<INodeExecutionData[]> {
	const { accessToken } = readFlowCredential(await context.getCredentials(CREDENTIAL));
	const { answer } = maskAttempt({ answer: { statusCode, ...body } }, accessToken);
	const read = readAnswer(answer as HttpAnswer, accessToken, layout.responseFormat);
	// An empty array would be no item at all: a loop would end, and the rest would not be started.
	const isEmptyArray = read.kind === 'json' && Array.isArray(read.value) && read.value.length === 0;
	const shown: ReadAnswer = isEmptyArray ? { kind: 'json', value: { data: [] } } : read;
	return await laidOut(context, shown, 0, (what) =>
		toItems(what, answer as HttpAnswer, layout, input, started),
	);
}

/** What n8n adds to a request when it reads it. */
interface ReadRequest {
	rawBody?: Buffer;
	readRawBody?: () => Promise<void>;
}

async function received(context: IWebhookFunctions): Promise<Omit<HttpAnswer, 'statusCode'>> {
	const request = context.getRequestObject() as ReadRequest;
	if (request.rawBody === undefined) await request.readRawBody?.();
	return { headers: { ...context.getHeaderData() }, body: request.rawBody ?? Buffer.alloc(0) };
}
