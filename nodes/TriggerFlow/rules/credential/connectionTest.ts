import { asOneText } from '../errors/failure';
import { isSuccess, type Attempt } from '../outcome/attempt';
import { describeFailure, told } from '../outcome/describeFailure';
import { askedToWait } from '../outcome/retry';
import { whatHappened } from '../outcome/whatHappened';
import { readSlug } from '../request/slug';
import { createStart, startRequest } from '../request/startRequest';
import { maskText } from '../secrets/mask';
import { aboutStart, type FlowCredential } from './flowCredential';

/**
 * The request that tests a credential. With a `testSlug` it starts that flow with an empty
 * context. Without one it is a HEAD request, a safe method by RFC 9110, section 9.2.1: it asks for
 * nothing to be done, so it starts nothing.
 */
export function testRequest({ baseUrl }: FlowCredential, testSlug: string) {
	return testSlug === ''
		? { method: 'HEAD' as const, url: baseUrl, headers: {}, body: undefined }
		: startRequest(createStart(readSlug(testSlug), {}), baseUrl);
}

/** What n8n shows below a credential after its test. */
interface Verdict {
	isOk: boolean;
	message: string;
}

/**
 * What the answer to the test says about the credential. Without a `testSlug` every status but 401
 * and 403 is a sign of life: what a service answers to a HEAD request is not specified.
 */
export function judgeTest(attempt: Attempt, credential: FlowCredential, testSlug: string): Verdict {
	if (testSlug !== '') return judgeStart(attempt, credential, testSlug);
	const { statusCode = 0 } = attempt.answer ?? {};
	const problem = attempt.error
		? `${whatHappened(attempt, undefined).happened}. ${CHECK_ADDRESS}`
		: REFUSALS[statusCode];
	return problem === undefined
		? { isOk: true, message: `The endpoint answered (HTTP ${statusCode}). No flow was started.` }
		: { isOk: false, message: told(problem, aboutStart('', credential)) };
}

const CHECK_ADDRESS = 'Check the endpoint URL, and whether n8n can reach that address.';

const REFUSALS: Record<number, string> = {
	401: 'The service did not accept the access token (HTTP 401). Copy the token from the Start Event of the {environment} environment once more.',
	403: 'The service refused access (HTTP 403). Check that the endpoint URL and the access token belong to the same customer and to the {environment} environment.',
};

function judgeStart(attempt: Attempt, credential: FlowCredential, testSlug: string): Verdict {
	if (attempt.answer && isSuccess(attempt.answer)) {
		// The token may have been pasted into the slug.
		const flow = `The flow "${maskText(testSlug, credential.accessToken)}"`;
		const { statusCode, lost } = attempt.answer;
		const answered =
			lost === undefined
				? `was started and answered (HTTP ${statusCode}).`
				: `was started (HTTP ${statusCode}), but its whole answer did not come.`;
		return { isOk: true, message: `${flow} ${answered}` };
	}
	const about = aboutStart(testSlug, credential);
	// Only whether there is such a wait matters here, not how long it is.
	const failure = describeFailure(attempt, about, askedToWait(attempt, 0));
	return { isOk: false, message: asOneText(failure) };
}
