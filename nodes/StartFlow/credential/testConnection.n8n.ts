import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { isSuccess } from '../http/attempt';
import { explainError } from '../n8n/run';
import { parseTransportError } from '../n8n/transportError';
import { createNames } from '../outcome/judge';
import { describeTechnicalReason } from '../outcome/outcomes';
import { findErrorRow, findStatusRow } from '../outcome/table';
import { maskJson } from '../shared/mask';
import { type FlowCredential, parseCredential } from './flowCredential';

const TEST_TIMEOUT_MS = 30_000;

const TEST_AGAIN = 'Check the URL, and test again later.';

/** Does the checks of every start, then sends HEAD, a safe method that starts nothing (RFC 9110, section 9.2.1). */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const credential = parseCredential(data);
		const message = await findProblem(this, credential);
		if (message !== undefined) return { status: 'Error', message };
		return { status: 'OK', message: 'The service answered. No flow was started.' };
	} catch (error) {
		return { status: 'Error', message: explainError(this, error) };
	}
}

/** Asks the service. Returns sentences, or `undefined` if the service is there. */
async function findProblem(
	n8n: ICredentialTestFunctions,
	credential: FlowCredential,
): Promise<string | undefined> {
	const { baseUrl, accessToken } = credential;
	const names = createNames({ credential });
	let response: { statusCode: number };
	// n8n offers only this HTTP helper here. Only what it throws is a broken connection.
	try {
		response = await n8n.helpers.request({
			method: 'HEAD',
			uri: baseUrl,
			headers: { Authorization: `Bearer ${accessToken}` },
			timeout: TEST_TIMEOUT_MS,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		});
	} catch (thrown) {
		const error = maskJson(parseTransportError(thrown), accessToken);
		const { problem, advice = TEST_AGAIN } = findErrorRow(error);
		return `${problem(names)}. ${describeTechnicalReason(error)} ${advice}`;
	}
	const { statusCode } = response;
	if (isSuccess(response)) return undefined;
	const { failsConnectionTest, problem, advice = TEST_AGAIN } = findStatusRow(statusCode);
	return failsConnectionTest && `${problem(names)} (HTTP ${statusCode}). ${advice}`;
}
