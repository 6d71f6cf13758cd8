import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { bearer } from '../rules/credential/accessToken';
import { judgeTest } from '../rules/credential/connectionTest';
import { readFlowCredential } from '../rules/credential/flowCredential';
import { asOneText, notSentError } from '../rules/errors/failure';
import type { Attempt } from '../rules/outcome/attempt';
import { maskAttempt } from '../rules/outcome/maskAttempt';
import { readTransportError } from './transportError';

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
	try {
		const credential = readFlowCredential(data);
		const { baseUrl, accessToken } = credential;
		const attempt: Attempt = await request({
			method: 'HEAD',
			uri: baseUrl,
			headers: { Authorization: bearer(accessToken) },
			timeout: TIMEOUT,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		}).then(
			({ statusCode }: { statusCode: number }) => ({
				answer: { statusCode, headers: {}, body: Buffer.alloc(0) },
			}),
			readTransportError,
		);
		const { isOk, message } = judgeTest(maskAttempt(attempt, accessToken), credential);
		return { status: isOk ? 'OK' : 'Error', message };
	} catch (error) {
		return { status: 'Error', message: asOneText(notSentError(error)) };
	}
}
