import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Attempt, HttpRequest, Send } from './attempt';
import { maskAttempt } from './maskAttempt';
import { receive, type Response } from './receive';
import { readTransportError } from './transportError';

/** The longest wait that a timer takes, in ms; with a longer one it would end at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

const LATE: Attempt = {
	error: { code: 'ETIMEDOUT', message: 'The answer was not complete when the time was up' },
};

const STOPPED: Attempt = { error: { code: 'ERR_CANCELED', message: 'The run was stopped' } };

/**
 * Sends requests through n8n's HTTP helper, which brings the instance's proxy, SSRF and TLS settings.
 * One abort signal ends a request when its time is up or the run is stopped: n8n's own time-out is one of
 * silence, which an answer that trickles in never meets.
 *
 * @param credentialType Its name in n8n.
 */
export function httpSend(context: IExecuteFunctions, credentialType: string): Send {
	const stop = context.getExecutionCancelSignal();
	const underWay = new Set<AbortController>();
	// One listener for all requests: of more than ten on one signal, Node warns in n8n's log.
	const onStop = () => {
		for (const end of underWay) end.abort();
	};
	return async (request, accessToken, timeout) => {
		if (stop?.aborted) return STOPPED;
		const end = new AbortController();
		const time = AbortSignal.timeout(Math.min(Math.ceil(timeout), LONGEST_WAIT));
		time.onabort = () => end.abort();
		if (underWay.size === 0) stop?.addEventListener('abort', onStop);
		underWay.add(end);
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				withSignal(context, end.signal),
				credentialType,
				optionsOf(request),
				// As it was read for this item: the helper would read the first item's.
				{ credentialsDecrypted: { id: '', name: '', type: credentialType, data: { accessToken } } },
			)) as Response;
			return maskAttempt(await receive(response, end), accessToken);
		} catch (error) {
			if (stop?.aborted) return STOPPED;
			return time.aborted ? LATE : maskAttempt(readTransportError(error), accessToken);
		} finally {
			// Else it would keep the answer in memory until the time is up.
			time.onabort = null;
			underWay.delete(end);
			if (underWay.size === 0) stop?.removeEventListener('abort', onStop);
		}
	};
}

/** The context with another signal: n8n's helper ends a request by its context's signal alone. */
function withSignal(context: IExecuteFunctions, signal: AbortSignal): IExecuteFunctions {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IExecuteFunctions;
}

function optionsOf(request: HttpRequest): IHttpRequestOptions {
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
