import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { createAnswerItems } from '../answer/outputItems.n8n';
import { CREDENTIAL_TYPE, parseCredential } from '../credential/flowCredential';
import { maskAnswer } from '../http/attempt';
import { parseMediaType } from '../http/contentType';
import { loadCallbackBody, getNodeContext } from '../n8n/internals';
import { logFault } from '../n8n/run';
import { computeFingerprint } from '../shared/fingerprint';
import { memoizeRecent } from '../shared/memoize';
import { ID_PARAMETER } from './prepareCallback.n8n';
import { isPendingCallback, type PendingCallback } from './waitForCallback.n8n';

/** n8n needs at most this long to store that the execution continues. If it cannot, the callback may come again. */
const MAX_STORING_MS = 20_000;

/** Which callbacks have been received lately, by their ids. n8n 1.x would accept a repetition. */
const getReceipt = memoizeRecent(
	() => ({ isReceived: false, until: Date.now() + MAX_STORING_MS }),
	Infinity,
	({ until }) => Date.now() > until,
);

/** Accepts only the callback that the execution waits for. It never throws, because n8n would end the execution. */
export async function takeCallback(n8n: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const { pendingCallback: pending } = getNodeContext(n8n);
		if (pending === undefined) return refuse(n8n, 409, WRONG_ID);
		if (!isPendingCallback(pending)) return refuse(n8n, 409, UNREADABLE);
		const receivedId = (n8n.getQueryData() as IDataObject)[ID_PARAMETER];
		// Their hashes are compared, so that the time does not give away a part of the id.
		const isSameId = computeFingerprint(receivedId) === computeFingerprint(pending.id);
		if (!isSameId) return refuse(n8n, 409, WRONG_ID);
		const mediaType = parseMediaType(n8n.getHeaderData()['content-type']);
		// n8n has already parsed it, so its body cannot be read again.
		if (mediaType.startsWith('multipart/')) return refuse(n8n, 415, NO_MULTIPART);
		const items = await toCallbackItems(n8n, pending);
		// Without an `await` from here on, only the first of several callbacks that come at once is accepted.
		const receipt = getReceipt(pending.id);
		if (receipt.isReceived) return refuse(n8n, 409, ALREADY_RECEIVED);
		// n8n itself ends the wait now. If the callback were accepted, n8n 1.x would run the next nodes twice.
		if (Date.now() >= pending.until) return refuse(n8n, 409, TOO_LATE);
		receipt.isReceived = true;
		return { webhookResponse: { received: true }, workflowData: [items] };
	} catch (error) {
		logFault(n8n, error);
		return refuse(n8n, 500, NOT_READ);
	}
}

const WRONG_ID =
	"This is not the callback that the execution waits for. Call the complete, unchanged URL from the flow's context.";
const UNREADABLE =
	'The node cannot accept this callback, because what it has saved is damaged or from another version of the node. Install that version again, or run the next steps by hand.';
const NO_MULTIPART =
	'A callback cannot be a multipart form. Send JSON, text, a URL-encoded form or a file as the body.';
const ALREADY_RECEIVED = 'This callback has already been received.';
const TOO_LATE = 'This callback is too late: the execution no longer waits for it.';
const NOT_READ =
	'n8n could not read this callback, perhaps because it cannot read the credential of the node. Try again later.';

function refuse(n8n: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	n8n.getResponseObject().status(status).json({ received: false, message });
	return { noWebhookResponse: true };
}

async function toCallbackItems(n8n: IWebhookFunctions, pending: PendingCallback) {
	const { statusCode, options } = pending;
	const { accessToken } = parseCredential(await n8n.getCredentials(CREDENTIAL_TYPE));
	const headers = { ...n8n.getHeaderData() };
	const isForm = parseMediaType(headers['content-type']) === 'application/x-www-form-urlencoded';
	// n8n has parsed the fields of a form, as its Webhook node gives them.
	const body =
		isForm && ['auto', 'json'].includes(options.responseFormat)
			? Buffer.from(JSON.stringify(n8n.getBodyData() ?? {}))
			: await loadCallbackBody(n8n);
	// A callback is read like an answer. It has no status, so it gets that of the start.
	const answer = maskAnswer({ statusCode, headers, body }, accessToken);
	return await createAnswerItems(n8n, answer, accessToken, 0, { ...pending, isCallback: true });
}
