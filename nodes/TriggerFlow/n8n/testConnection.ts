import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { judgeTest, testRequest } from '../rules/credential/connectionTest';
import { bearer } from '../rules/credential/accessToken';
import { aboutFlows } from '../rules/credential/flows';
import { readFlowCredential } from '../rules/credential/flowCredential';
import { asOneText, notSentError } from '../rules/errors/failure';
import { bodyThatEnds } from './earlyN8n';
import { EndingRequests } from './endingRequests';
import type { Response } from './receive';

/** For the answer to a connection test, in ms: a person is waiting for it. */
const TIMEOUT = 30_000;

/**
 * The credential's connection test. It is a function and not a declarative test, because only a
 * function can share the checks of every start and answer each mistake with its own sentence.
 */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	// The one HTTP helper that n8n offers here.
	const { request } = this.helpers;
	return await testWithin(TIMEOUT, data, request);
}

/** @param timeout For the whole of the test, in ms. */
export async function testWithin(
	timeout: number,
	data: ICredentialDataDecryptedObject,
	helper: ICredentialTestFunctions['helpers']['request'],
): Promise<INodeCredentialTestResult> {
	try {
		const credential = readFlowCredential(data);
		const found = aboutFlows(credential);
		const testSlug = String(data.testSlug ?? '').trim();
		const { url, ...request } = testRequest(credential, testSlug);

		const attempt = await new EndingRequests().make(
			timeout,
			credential.accessToken,
			async (end) =>
				(await helper({
					...request,
					uri: url,
					body: bodyThatEnds(request.body, end),
					headers: { ...request.headers, Authorization: bearer(credential.accessToken) },
					// n8n's own time-out comes later: it is for what hears no signal, http through a proxy.
					timeout: timeout + 1_000,
					useStream: true,
					simple: false,
					resolveWithFullResponse: true,
					followRedirect: false,
					agentOptions: endedBy(end),
				})) as Response,
		);

		const { isOk, message } = judgeTest(attempt, credential, testSlug);
		return { status: isOk ? 'OK' : 'Error', message: isOk ? `${found} ${message}` : message };
	} catch (error) {
		return { status: 'Error', message: asOneText(notSentError(error)) };
	}
}

/** The helper takes no signal, but options for its connection, and Node ends a connection by one in these. */
function endedBy(end: AbortSignal): object {
	return { signal: end };
}
