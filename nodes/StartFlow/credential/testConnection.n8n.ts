import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { isSuccess, type Attempt } from '../http/attempt';
import { readTransportError } from '../http/transportError';
import { fillIn } from '../outcome/describeFailure';
import { classify } from '../outcome/table';
import { toNotSentError, toSingleText } from '../shared/failure';
import { createAuthorization } from './access';
import { parseCredential, type FlowCredential } from './flowCredential';

const TEST_TIMEOUT_MS = 30_000;

/** Does the checks of every start, then sends HEAD, a safe method that starts nothing (RFC 9110, section 9.2.1). */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	// n8n offers only this HTTP helper here.
	const { request } = this.helpers;
	try {
		const credential = parseCredential(data);
		const { baseUrl, accessToken } = credential;
		const attempt: Attempt = await request({
			method: 'HEAD',
			uri: baseUrl,
			headers: { Authorization: createAuthorization(accessToken) },
			timeout: TEST_TIMEOUT_MS,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		}).then(
			({ statusCode }: { statusCode: number }) => ({
				answer: { statusCode, headers: {}, body: Buffer.alloc(0) },
			}),
			readTransportError,
		);
		return toTestResult(attempt, credential);
	} catch (error) {
		return { status: 'Error', message: toSingleText(toNotSentError(error)) };
	}
}

function toTestResult(attempt: Attempt, credential: FlowCredential): INodeCredentialTestResult {
	const { answer } = attempt;
	const meaning = classify(attempt, Date.now());
	if ((answer && isSuccess(answer)) || meaning.passesConnectionTest) {
		return { status: 'OK', message: 'The service answered. No flow was started.' };
	}
	const { happened, next = 'Check the URL, and test again later.' } = meaning;
	const status = answer ? ` (HTTP ${answer.statusCode})` : '';
	const message = fillIn(`${happened}${status}. ${next}`, { slug: '', credential });
	return { status: 'Error', message };
}
