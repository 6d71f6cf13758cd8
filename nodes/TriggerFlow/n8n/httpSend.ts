import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Attempt } from '../rules/sending/attempt';
import type { Send } from '../rules/sending/startFlow';
import { readTransportFailure } from './transportFailure';
import { CREDENTIAL } from './credentialName';

/**
 * Sends one request through n8n's HTTP helper, which brings the instance's proxy, SSRF and TLS
 * settings and the execution's cancel signal.
 *
 * @param timeout For one request, in ms.
 */
export function httpSend(context: IExecuteFunctions, timeout: number): Send {
	return async (request, credential): Promise<Attempt> => {
		const options: IHttpRequestOptions = {
			...request,
			headers: { ...request.headers },
			timeout,
			encoding: 'arraybuffer',
			returnFullResponse: true,
			// A status is never an error to the helper: after a 401 it would send once more.
			ignoreHttpStatusErrors: true,
			// A redirect would carry the token to another address, and turn the PUT into a GET.
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
		};
		try {
			const { statusCode, headers, body } =
				(await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options, {
					// Passed on as it was read for this item: the helper would read the first item's.
					credentialsDecrypted: { id: '', name: '', type: CREDENTIAL, data: { ...credential } },
				})) as HelperResponse;
			return { answer: { statusCode, headers, body: toBuffer(body) } };
		} catch (error) {
			return readTransportFailure(error);
		}
	};
}

interface HelperResponse {
	statusCode: number;
	headers: Record<string, string | string[] | undefined>;
	body: unknown;
}

function toBuffer(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (body instanceof ArrayBuffer) return Buffer.from(body);
	return Buffer.from(typeof body === 'string' ? body : '');
}
