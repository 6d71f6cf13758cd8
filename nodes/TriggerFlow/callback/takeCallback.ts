import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { createHash, timingSafeEqual } from 'node:crypto';

import { toOutputItems } from '../answer/outputItems';
import { readAnswer, type ReadAnswer } from '../answer/readAnswer';
import { toItems } from '../answer/toItems';
import { CREDENTIAL } from '../credential/credentialReader';
import { readFlowCredential } from '../credential/flowCredential';
import type { HttpAnswer } from '../http/attempt';
import { maskAttempt } from '../http/maskAttempt';
import { ID_PARAMETER } from './callbackReader';
import type { PendingCallback } from './pendingCallback';

/** Until when a second callback of the same start is refused, by its id, in ms: n8n 1.x lets both in. */
const taken = new Map<string, number>();

/** Where `waitForCallback` puts what the execution waits for. */
const PENDING = '{{ $input.item.pairedItem.callback }}';

/** In ms. Then n8n has stored that it goes on, or it could not, and waits. */
const STORING = 20_000;

/**
 * Takes the callback of a flow that an execution waits for, and lets the execution go on with it. Any
 * other is refused, and the wait goes on. It never throws: n8n would end the execution.
 */
export async function takeCallback(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let id = '';
	try {
		// Only the interface of a node that is executed tells of this method.
		const { evaluateExpression } = context as unknown as IExecuteFunctions;
		const found = evaluateExpression.call(context, PENDING, 0);
		const pending = (found ?? {}) as Partial<PendingCallback>;
		const given = (context.getQueryData() as IDataObject)[ID_PARAMETER];
		if (typeof pending.id !== 'string' || !matchesId(given, pending.id)) {
			return refuse(context, 409, WRONG_ID);
		}
		// n8n has taken a form apart already: its body cannot be read any more.
		if (/^multipart\//i.test(context.getHeaderData()['content-type'] ?? '')) {
			return refuse(context, 415, NO_FORM);
		}
		if (isTaken(pending.id)) return refuse(context, 409, TAKEN);
		// n8n goes on with the execution by itself; 1.x would run what is behind twice.
		if (Date.now() >= (pending.until ?? Infinity)) return refuse(context, 409, TOO_LATE);
		({ id } = pending);
		taken.set(id, Date.now() + STORING);
		const items = await itemsOf(context, pending as PendingCallback);
		return { webhookResponse: { received: true }, workflowData: [items] };
	} catch {
		// It may be sent again, once n8n can read it.
		taken.delete(id);
		return refuse(context, 500, NOT_READ);
	}
}

const WRONG_ID =
	"This is not the callback that the execution waits for. Call the complete, unchanged URL from the flow's context.";
const NO_FORM = 'A callback cannot be a multipart form. Send JSON, text or a file as the body.';
const TAKEN = 'This callback has already been received.';
const TOO_LATE = 'This callback is too late: the execution no longer waits for it.';
const NOT_READ =
	'n8n could not read this callback, perhaps because it cannot read the credential of the node. Try again later.';

function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ received: false, message });
	return { noWebhookResponse: true };
}

/** In constant time: how long it takes tells nothing of the id. */
function matchesId(given: unknown, id: string): boolean {
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
): Promise<INodeExecutionData[]> {
	const received: HttpAnswer = {
		statusCode,
		headers: { ...context.getHeaderData() },
		body: await bodyOf(context),
	};
	const { accessToken } = readFlowCredential(await context.getCredentials(CREDENTIAL));
	const { answer = received } = maskAttempt({ answer: received }, accessToken);
	const read = readAnswer(answer, accessToken, layout.responseFormat);
	// An empty array would be no item at all: a loop would end, and the rest would not be started.
	const isEmptyArray = read.kind === 'json' && Array.isArray(read.value) && read.value.length === 0;
	const shown: ReadAnswer = isEmptyArray ? { kind: 'json', value: { data: [] } } : read;
	return await toOutputItems(context, shown, 0, (what) =>
		toItems(what, answer, layout, input, started),
	);
}

async function bodyOf(context: IWebhookFunctions): Promise<Buffer> {
	// What n8n adds to a request when it reads it.
	const request = context.getRequestObject() as {
		rawBody?: Buffer;
		readRawBody?: () => Promise<void>;
	};
	if (request.rawBody === undefined) await request.readRawBody?.();
	return request.rawBody ?? Buffer.alloc(0);
}
