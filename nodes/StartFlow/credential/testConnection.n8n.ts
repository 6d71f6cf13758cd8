import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { isSuccess } from '../http/attempt';
import { explainError } from '../n8n/run';
import { parseTransportError, type TransportError } from '../n8n/transportError';
import { fillPlaceholders } from '../outcome/judge';
import { describeTechnicalReason } from '../outcome/outcomes';
import { findErrorRow, findStatusRow, LOST_CONNECTION, OTHER_STATUS } from '../outcome/table';
import { type Masked, maskJson } from '../shared/mask';

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
		const problem = await findProblem(this, credential);
		if (problem === undefined) {
			return { status: 'OK', message: 'The service answered. No flow was started.' };
		}
		return { status: 'Error', message: fillPlaceholders(problem, { credential }) };
	} catch (error) {
		return { status: 'Error', message: explainError(this, error) };
	}
}

/** Asks the service. Returns sentences with placeholders, or `undefined` if the service is there. */
async function findProblem(
	n8n: ICredentialTestFunctions,
	{ baseUrl, accessToken }: FlowCredential,
): Promise<string | undefined> {
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
	} catch (error) {
		return describeError(maskJson(parseTransportError(error), accessToken));
	}
	if (isSuccess(response)) return undefined;
	const { statusCode } = response;
	const { failsConnectionTest, problem, advice } = findStatusRow(statusCode) ?? OTHER_STATUS;
	return failsConnectionTest && `${problem} (HTTP ${statusCode}). ${advice ?? TEST_AGAIN}`;
}

/** Errors of TLS. In a run, they may come after the request, but a test starts nothing. */
const TLS_CODE = /^(?:EPROTO$|ERR_SSL_)/;

function describeError(error: Masked<TransportError>): string {
	const isHandshaking = error.isHandshaking || TLS_CODE.test(error.code ?? '');
	const row = findErrorRow({ ...error, isHandshaking }) ?? LOST_CONNECTION;
	return `${row.problem}. ${describeTechnicalReason(error)} ${row.advice ?? TEST_AGAIN}`;
}
