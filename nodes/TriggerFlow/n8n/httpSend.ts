import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { StartRequest } from '../rules/request/startRequest';
import type { Send } from '../sending/startFlow';
import { CREDENTIAL } from './credentialReader';
import { EndingRequests } from './endingRequests';
import type { Response } from './receive';

/** Sends requests through n8n's HTTP helper, which brings the instance's proxy, SSRF and TLS settings. */
export function httpSend(context: IExecuteFunctions): Send {
	const requests = new EndingRequests(context.getExecutionCancelSignal());
	return async (request, { accessToken }, timeout) =>
		await requests.make(
			timeout,
			accessToken,
			async (end) =>
				(await context.helpers.httpRequestWithAuthentication.call(
					endedBy(context, end),
					CREDENTIAL,
					optionsOf(request),
					// Passed on as it was read for this item: the helper would read the first item's.
					{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: { accessToken } } },
				)) as Response,
		);
}

/**
 * The context with another signal: the helper ends a request by the one that it gets from its context,
 * and by no other, whatever it is given in the options (seen: 1.82 to 2.40).
 */
function endedBy(context: IExecuteFunctions, end: AbortSignal): IExecuteFunctions {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => end },
	}) as IExecuteFunctions;
}

function optionsOf(request: StartRequest): IHttpRequestOptions {
	return {
		...request,
		// As bytes: the HTTP library would parse text that claims to be JSON, to write it again.
		body: Buffer.from(request.body),
		headers: { ...request.headers },
		// The head says whether the flow was started: it is there before the body is.
		encoding: 'stream',
		returnFullResponse: true,
		// A status is never an error to the helper: after a 401 it would send once more.
		ignoreHttpStatusErrors: true,
		// A redirect would carry the token to another address, and turn the PUT into a GET.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}
