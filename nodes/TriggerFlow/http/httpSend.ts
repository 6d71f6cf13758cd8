import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { type Attempt, type HttpRequest, type Send, isSuccess, type HttpAnswer } from './attempt';
import { maskAttempt } from './maskAttempt';
import { readTransportError } from './transportError';

/** The longest wait that a timer takes, in ms; with a longer one it would end at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

const LATE: Attempt = {
	error: { code: 'ETIMEDOUT', message: 'The answer was not complete when the time was up' },
};

const STOPPED: Attempt = { error: { code: 'ERR_CANCELED', message: 'The run was stopped' } };

/**
 * Sends requests through n8n's HTTP helper, which brings the instance's proxy, SSRF and TLS settings. One
 * abort signal ends a request when its time is up (n8n's own time-out is one of silence) or the run is stopped.
 * @param credentialType Its name in n8n.
 */
export function httpSend(context: IExecuteFunctions, credentialType: string): Send {
	const stop = context.getExecutionCancelSignal();
	const underWay = new Set<AbortController>();
	// One listener for all requests: of more than ten on one signal, Node warns in n8n's log.
	const onStop = () => {
		for (const end of underWay) end.abort();
	};
	return async (request, token, timeout) => {
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
				{
					credentialsDecrypted: { id: '', name: '', type: credentialType, data: { token } },
				},
			)) as Response;
			return maskAttempt(await receive(response, end), token);
		} catch (error) {
			if (stop?.aborted) return STOPPED;
			return time.aborted ? LATE : maskAttempt(readTransportError(error), token);
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

/** What n8n's HTTP helper gives when the head of an answer has come. */
export interface Response {
	statusCode: number;
	headers: HttpAnswer['headers'];
	/** Unpacked. */
	body: NodeJS.ReadableStream & { destroy: () => void };
}

/** In bytes. Node has no text longer than some 530 MB, and the body is kept as Base64 for a Retry. */
const LONGEST_BODY = 400_000_000;

const LONGEST_FAILURE = 2 ** 20;

/**
 * Reads the body of an answer. The flow was started or was not, whatever becomes of the connection now.
 * @param end Ends the request.
 */
export async function receive(
	{ statusCode, headers, body }: Response,
	end: AbortController,
): Promise<Attempt> {
	const answer: HttpAnswer = { statusCode, headers, body: Buffer.alloc(0) };
	// An end in the middle is told to the stream, also where nobody reads it any more.
	body.on('error', () => {});
	end.signal.addEventListener('abort', () => body.destroy());

	const most = isSuccess(answer) ? LONGEST_BODY : LONGEST_FAILURE;
	const parts: Buffer[] = [];
	let length = 0;
	try {
		for await (const part of body as AsyncIterable<Buffer>) {
			parts.push(part);
			length += part.length;
			if (length <= most) continue;
			end.abort();
			if (isSuccess(answer)) return { answer: { ...answer, truncated: true } };
			break;
		}
		return { answer: { ...answer, body: Buffer.concat(parts) } };
	} catch {
		return { answer: { ...answer, truncated: true } };
	}
}
