import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { type Attempt, isSuccess } from '../http/attempt';
import { parseTransportError } from '../http/transportError';
import { explainError } from '../n8n/run';
import { fillPlaceholders } from '../outcome/judge';
import { findMeaning } from '../outcome/table';
import { declareMasked, maskJson } from '../shared/mask';
import { type FlowCredential, parseCredential } from './flowCredential';

const TEST_TIMEOUT_MS = 30_000;

/** Does the checks of every start, then sends HEAD, a safe method that starts nothing (RFC 9110, section 9.2.1). */
export async function testConnection(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const credential = parseCredential(data);
		return toTestResult(await sendHead(this, credential), credential);
	} catch (error) {
		return { status: 'Error', message: explainError(this, error) };
	}
}

async function sendHead(
	n8n: ICredentialTestFunctions,
	{ baseUrl, accessToken }: FlowCredential,
): Promise<Attempt> {
	try {
		// n8n offers only this HTTP helper here.
		const { statusCode } = (await n8n.helpers.request({
			method: 'HEAD',
			uri: baseUrl,
			headers: { Authorization: `Bearer ${accessToken}` },
			timeout: TEST_TIMEOUT_MS,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		})) as { statusCode: number };
		const answer = declareMasked({ statusCode, headers: {}, body: Buffer.alloc(0) });
		return { kind: 'answer', answer };
	} catch (error) {
		return { kind: 'error', error: maskJson(parseTransportError(error), accessToken) };
	}
}

const ANSWERED: INodeCredentialTestResult = {
	status: 'OK',
	message: 'The service answered. No flow was started.',
};

function toTestResult(attempt: Attempt, credential: FlowCredential): INodeCredentialTestResult {
	const isAnswered = attempt.kind === 'answer';
	if (isAnswered && isSuccess(attempt.answer)) return ANSWERED;
	const meaning = findMeaning(attempt, undefined);
	if (isAnswered && !meaning.failsConnectionTest) return ANSWERED;
	const { problem, advice = 'Check the URL, and test again later.' } = meaning;
	const status = isAnswered ? ` (HTTP ${attempt.answer.statusCode})` : '';
	const sentences = `${problem}${status}. ${advice}`;
	return { status: 'Error', message: fillPlaceholders(sentences, { slug: '', credential }) };
}
