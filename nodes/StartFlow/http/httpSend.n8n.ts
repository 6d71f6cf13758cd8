import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { createTokenOptions, withSignal } from '../n8n/internals';
import { parseTransportError, type TransportError } from '../n8n/transportError';
import { maskJson } from '../shared/mask';
import { type HttpAnswer, maskAnswer, type SendRequest, type StartRequest } from './attempt';

/** The longest time that Node's timers accept. With a longer one, they end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const TIMED_OUT: TransportError = {
	code: 'ETIMEDOUT',
	message: 'The answer was not complete when the time was up',
};

const STOPPED: TransportError = { code: 'ERR_CANCELED', message: 'The run was stopped' };

/** Sends requests through n8n's HTTP helper, which applies the proxy, SSRF and TLS settings of the instance. */
export function createHttpSend(n8n: IExecuteFunctions, credentialType: string): SendRequest {
	const helper = n8n.helpers.httpRequestWithAuthentication;
	const runSignal = n8n.getExecutionCancelSignal();
	const requestEnds = new Set<AbortController>();
	// One listener for all requests: with more than ten on one signal, Node writes a warning into n8n's log. `AbortSignal.any`
	// would keep each answer in memory until its time is up, and on Node 20 garbage collection can lose the time-out.
	const endRequests = () => {
		for (const requestEnd of requestEnds) requestEnd.abort();
	};
	return async (request, token, timeoutMs) => {
		const options = createHelperOptions(request);
		const tokenOptions = createTokenOptions(credentialType, token);
		// It ends the request when its time is up or the run is stopped.
		const requestEnd = new AbortController();
		const n8nWithSignal = withSignal(n8n, requestEnd.signal);
		const timeout = AbortSignal.timeout(Math.min(Math.ceil(timeoutMs), MAX_TIMER_MS));
		timeout.onabort = () => requestEnd.abort();
		if (requestEnds.size === 0) runSignal?.addEventListener('abort', endRequests);
		requestEnds.add(requestEnd);
		try {
			let response: HelperResponse;
			// Only what the helper throws is a broken connection. Whatever throws after it is a bug of the node.
			try {
				response = await helper.call(n8nWithSignal, credentialType, options, tokenOptions);
			} catch (thrown) {
				const endedBy = (timeout.aborted && TIMED_OUT) || (runSignal?.aborted && STOPPED);
				const error = endedBy || parseTransportError(thrown);
				return { kind: 'error', error: maskJson(error, token) };
			}
			const answer = await receiveAnswer(response, requestEnd.signal);
			// Otherwise, the rest of an answer that is too large would still arrive.
			if (answer.missing) requestEnd.abort();
			return { kind: 'answer', answer: maskAnswer(answer, token) };
		} finally {
			// Otherwise, the timer would keep the answer in memory until its time is up.
			timeout.onabort = null;
			requestEnds.delete(requestEnd);
			if (requestEnds.size === 0) runSignal?.removeEventListener('abort', endRequests);
		}
	};
}

function createHelperOptions(request: StartRequest): IHttpRequestOptions {
	return {
		...request,
		// Bytes, because the HTTP library would parse JSON text and write it again.
		body: Buffer.from(request.body),
		// Without this, n8n's HTTP library ends each request after 300 s of silence. Only the abort signal counts.
		timeout: 0,
		// The status says whether the flow started, and with a stream it is known before the body.
		encoding: 'stream',
		returnFullResponse: true,
		// No status is an error to the helper. Otherwise, it would send once more after a 401.
		ignoreHttpStatusErrors: true,
		// A redirect would send the token to another address, and turn the PUT into a GET.
		disableFollowRedirect: true,
	};
}

/** The result of n8n's HTTP helper: the head of an answer, and a stream of its body, already decompressed. */
type HelperResponse = Omit<HttpAnswer, 'body' | 'missing'> & {
	body: NodeJS.ReadableStream & { destroy: () => void };
};

/** Node's strings end at about 530 MB. */
const MAX_ANSWER_BYTES = 400_000_000;

/** The head has already said whether the flow started, so a connection that breaks in the body does not change that. */
async function receiveAnswer(
	{ statusCode, headers, body }: HelperResponse,
	signal: AbortSignal,
): Promise<HttpAnswer> {
	// A copy, because the headers are an instance of the HTTP library's class.
	const head = { statusCode, headers: { ...headers } };
	const unreadable = { ...head, body: Buffer.alloc(0), missing: 'unreadable' } as const;
	// The stream emits an error when the request ends early, also when nobody reads the stream any more.
	body.on('error', () => {});
	signal.addEventListener('abort', () => body.destroy());

	const parts: Buffer[] = [];
	let length = 0;
	try {
		for await (const part of body as AsyncIterable<Buffer>) {
			parts.push(part);
			length += part.length;
			if (length > MAX_ANSWER_BYTES) return unreadable;
		}
		return { ...head, body: Buffer.concat(parts) };
	} catch {
		return unreadable;
	}
}
