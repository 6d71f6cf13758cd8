import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import type { Attempt } from '../http/attempt';
import { maskAttempt } from '../http/maskAttempt';
import { readTransportError } from '../http/transportError';
import { classify } from '../outcome/table';
import { fillIn } from '../outcome/describeFailure';
import { asOneText, notSentError } from '../shared/failure';
import { bearer } from './access';
import { aboutStart, readFlowCredential, type FlowCredential } from './flowCredential';

/** For the answer to a connection test, in ms: a person is waiting for it. */
const TIMEOUT = 30_000;

/** The credential's connection test: a function, because it shares the checks of every start. */
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
		const problem = problemOf(maskAttempt(attempt, accessToken), credential);
		return problem === undefined
			? { status: 'OK', message: 'The service answered. No flow was started.' }
			: { status: 'Error', message: problem };
	} catch (error) {
		return { status: 'Error', message: asOneText(notSentError(error)) };
	}
}

/**
 * What the answer to a HEAD request says against the credential. HEAD is a safe method (RFC 9110,
 * section 9.2.1), so it starts nothing, and many services do not know it: 501 and most 4xx pass.
 */
function problemOf(attempt: Attempt, credential: FlowCredential): string | undefined {
	const status = attempt.answer?.statusCode;
	if (status !== undefined && isAccepted(status)) return undefined;
	const { happened, next = 'Check the URL, and test again later.' } = classify(attempt, undefined);
	const shown = status === undefined ? '' : ` (HTTP ${status})`;
	return fillIn(`${happened}${shown}. ${next}`, aboutStart('', credential));
}

function isAccepted(status: number): boolean {
	if ([401, 403].includes(status)) return false;
	return status < 300 || (status >= 400 && status < 500) || status === 501;
}
