import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { judgeTest, testRequest } from '../rules/connection/connectionTest';
import { bearer } from '../rules/credential/accessToken';
import { readFlowCredential } from '../rules/credential/flowCredential';
import { notSentError } from '../rules/errors/failure';
import type { Attempt } from '../rules/outcome/attempt';
import { readTransportFailure } from './transportFailure';

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
	try {
		const credential = readFlowCredential(data);
		const testSlug = String(data.testSlug ?? '').trim();
		const { url, ...request } = testRequest(credential, testSlug);

		// The one HTTP helper that n8n offers here.
		const { request: send } = this.helpers;
		const attempt = await send({
			...request,
			uri: url,
			headers: { ...request.headers, Authorization: bearer(credential.accessToken) },
			timeout: TIMEOUT,
			encoding: null,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		}).then(toAttempt, readTransportFailure);

		const { isOk, message } = judgeTest(attempt, credential, testSlug);
		return { status: isOk ? 'OK' : 'Error', message };
	} catch (error) {
		const { message, description } = notSentError(error);
		return { status: 'Error', message: `${message}. ${description}`.trim() };
	}
}

function toAttempt({ statusCode, headers, body }: LegacyResponse): Attempt {
	return { answer: { statusCode, headers, body: Buffer.from(body ?? '') } };
}

interface LegacyResponse {
	statusCode: number;
	headers: Record<string, string | string[] | undefined>;
	body?: Buffer | string;
}
