import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Attempt } from '../rules/outcome/attempt';
import type { Send } from '../rules/sending/startFlow';
import { CREDENTIAL } from './credentialName';
import { readTransportFailure } from './transportFailure';

/**
 * Sends one request through n8n's HTTP helper, which brings the instance's proxy, SSRF and TLS
 * settings and the execution's cancel signal.
 */
export function httpSend(context: IExecuteFunctions): Send {
	return async (request, credential, timeout): Promise<Attempt> => {
		const wait = Math.min(Math.ceil(timeout), LONGEST_WAIT);
		const options: IHttpRequestOptions = {
			...request,
			headers: { ...request.headers },
			timeout: wait,
			encoding: 'arraybuffer',
			returnFullResponse: true,
			// A status is never an error to the helper: after a 401 it would send once more.
			ignoreHttpStatusErrors: true,
			// A redirect would carry the token to another address, and turn the PUT into a GET.
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
		};
		const answer = context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
			// Passed on as it was read for this item: the helper would read the first item's.
			{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: { ...credential } } },
		) as Promise<HelperResponse>;
		return await within(wait, answer.then(toAttempt).catch(readTransportFailure));
	};
}

/** The longest wait that a timer takes, in ms; with a longer one it would end at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

/**
 * Ends the wait for an answer. The helper's own time-out is one of silence: an answer that trickles
 * in never meets it, and one of status 101 never comes to an end.
 */
async function within(wait: number, answer: Promise<Attempt>): Promise<Attempt> {
	const signal = AbortSignal.timeout(wait);
	const late = new Promise<Attempt>((resolve) => {
		signal.onabort = () => resolve(LATE);
	});
	try {
		return await Promise.race([answer, late]);
	} finally {
		// Else the signal would keep the answer in memory until the time is up.
		signal.onabort = null;
	}
}

const LATE: Attempt = {
	error: { code: 'ETIMEDOUT', message: 'The answer was not complete when the time was up' },
};

interface HelperResponse {
	statusCode: number;
	headers: Record<string, string | string[] | undefined>;
	body: unknown;
}

/** In bytes. Node has no text longer than some 530 MB, and the body is kept as base64 for a retry. */
const LONGEST_BODY = 400_000_000;

function toAttempt({ statusCode, headers, body }: HelperResponse): Attempt {
	const bytes = toBuffer(body);
	return bytes.length > LONGEST_BODY
		? { answer: { statusCode, headers, body: Buffer.alloc(0), lost: 'tooLarge' } }
		: { answer: { statusCode, headers, body: bytes } };
}

function toBuffer(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (body instanceof ArrayBuffer) return Buffer.from(body);
	return Buffer.from(typeof body === 'string' ? body : '');
}
