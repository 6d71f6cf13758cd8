import { ENVIRONMENT_NAMES, type FlowCredential } from '../credential/flowCredential';
import { maskText } from '../errors/mask';
import { isSuccess, type Attempt, type TransportError } from '../outcome/attempt';
import { describeFailure, transportProblem } from '../outcome/describeFailure';
import { askedToWait } from '../outcome/retryAfter';
import { readSlug } from '../request/slug';
import { createStart, startRequest } from '../request/startRequest';

/** What n8n shows below a credential after its test. */
export interface TestVerdict {
	isOk: boolean;
	message: string;
}

/** A request of the connection test, without its Authorization header. */
export interface TestRequest {
	method: 'HEAD' | 'PUT';
	url: string;
	headers: Record<string, string>;
	body?: string;
}

/**
 * The request that tests a credential. With a `testSlug` it starts that flow with an empty
 * context. Without one it is a HEAD request, a safe method by RFC 9110, section 9.2.1: it asks for
 * nothing to be done, so it starts nothing.
 */
export function testRequest(credential: FlowCredential, testSlug: string): TestRequest {
	return testSlug === ''
		? { method: 'HEAD', url: credential.baseUrl, headers: {} }
		: startRequest(createStart(readSlug(testSlug), {}), credential);
}

/**
 * What the answer to the test says about the credential. Without a `testSlug` every status but 401
 * and 403 is a sign of life: what a service answers to a HEAD request is not specified.
 */
export function judgeTest(
	attempt: Attempt,
	credential: FlowCredential,
	testSlug: string,
): TestVerdict {
	return testSlug === ''
		? judgeSignOfLife(attempt, credential)
		: judgeStart(attempt, credential, testSlug);
}

function judgeSignOfLife(attempt: Attempt, credential: FlowCredential): TestVerdict {
	const environment = ENVIRONMENT_NAMES[credential.environment];
	if ('error' in attempt) return { isOk: false, message: noConnection(attempt.error, credential) };
	switch (attempt.answer.statusCode) {
		case 401:
			return {
				isOk: false,
				message: `The service did not accept the access token (HTTP 401). Copy the token from the Start Event of the ${environment} environment once more.`,
			};
		case 403:
			return {
				isOk: false,
				message: `The service refused access (HTTP 403). Check that the endpoint URL and the access token belong to the same customer and to the ${environment} environment.`,
			};
		default:
			return {
				isOk: true,
				message: `The endpoint answered (HTTP ${attempt.answer.statusCode}). No flow was started.`,
			};
	}
}

function noConnection(error: TransportError, credential: FlowCredential): string {
	const problem = transportProblem(error, new URL(credential.baseUrl).host);
	return `${problem}. Check the endpoint URL, and whether n8n can reach that address.`;
}

function judgeStart(attempt: Attempt, credential: FlowCredential, testSlug: string): TestVerdict {
	const start = createStart(testSlug, {});
	if ('answer' in attempt && isSuccess(attempt.answer)) {
		return {
			isOk: true,
			// The token may have been pasted into the slug.
			message: `The flow "${maskText(testSlug, credential.accessToken)}" was started and answered (HTTP ${attempt.answer.statusCode}).`,
		};
	}
	// Only whether there is such a wait matters here, not how long it is.
	const asked = askedToWait(attempt, 0);
	const { message, description } = describeFailure(attempt, start, credential, asked);
	return { isOk: false, message: `${message}. ${description}` };
}
