import { decodeText } from '../answer/decodeText';
import { ENVIRONMENT_NAMES, type FlowCredential } from '../credential/flowCredential';
import type { Failure, Outcome } from './failure';
import { maskJson, maskText } from './mask';
import { shorten } from './shorten';
import type { Start } from '../request/startRequest';
import type { Attempt, HttpAnswer, TransportError } from '../sending/attempt';
import { isTlsFailure, outcomeOfErrorCode, outcomeOfStatus } from '../sending/outcome';

/** A failed try, told to a person: what happened, whether the flow may have started, what to do. */
export function describeFailure(
	attempt: Attempt,
	start: Start,
	credential: FlowCredential,
): Failure {
	const failure =
		'answer' in attempt
			? describeAnswer(attempt.answer, start, credential)
			: describeTransportError(attempt.error, credential);
	// The token may have been pasted into the slug.
	return maskJson(failure, credential.accessToken);
}

function describeAnswer(answer: HttpAnswer, start: Start, credential: FlowCredential): Failure {
	const { statusCode, headers } = answer;
	const outcome = outcomeOfStatus(statusCode, headers['retry-after'] !== undefined);
	const environment = ENVIRONMENT_NAMES[credential.environment];
	const { happened, next } = describeStatus(statusCode, outcome, start.slug, environment);
	const said = shorten(
		maskText(decodeText(answer.body, headers['content-type']), credential.accessToken),
	);
	return {
		outcome,
		message: `${happened} (HTTP ${statusCode}): ${VERDICTS[outcome]}`,
		description: sentences(next, ADVICE[outcome], said === '' ? '' : `The service said: ${said}`),
		statusCode,
		...(said === '' ? {} : { body: said }),
	};
}

/** Whether the flow may have started, as the end of every message. */
const VERDICTS: Record<Outcome, string> = {
	notSent: 'the flow was not started',
	notStarted: 'the flow was not started',
	rejected: 'the flow was not started',
	unknown: 'the flow may have started',
};

const ADVICE: Record<Outcome, string> = {
	notSent: '',
	notStarted: 'It is safe to run this again.',
	rejected: '',
	unknown:
		'Look in the integration platform whether the flow has run before you start it again, so that it does not run twice.',
};

/** n8n's error panel shows a description as one paragraph. */
function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}

function describeStatus(
	statusCode: number,
	outcome: Outcome,
	slug: string,
	environment: string,
): { happened: string; next: string } {
	if (statusCode === 401) {
		return {
			happened: `The access token of the ${environment} credential was not accepted`,
			next: "Copy the token from the flow's Start Event into the credential, and check that the environment and the URL belong to it.",
		};
	}
	if (statusCode === 403) {
		return {
			happened: `The access token of the ${environment} credential may not start this flow`,
			next: 'Check that the flow belongs to the customer and the environment of the credential.',
		};
	}
	if (statusCode === 404) {
		return {
			happened: `There is no flow "${shorten(slug, 80)}" in the ${environment} environment, or the endpoint URL is wrong`,
			next: "Compare the slug and the URL with the flow's Start Event.",
		};
	}
	if (statusCode === 429) {
		return {
			happened: 'The service is getting too many starts at once',
			next: 'Run it again later.',
		};
	}
	if (statusCode >= 300 && statusCode < 400) {
		return {
			happened: 'The service answered with a redirect, which is not followed',
			next: "Copy the endpoint URL from the flow's Start Event into the credential once more.",
		};
	}
	if (statusCode >= 500) {
		return { happened: 'The service failed', next: '' };
	}
	if (outcome === 'unknown') {
		return { happened: 'The service broke the start off', next: '' };
	}
	return {
		happened: 'The service did not take the start',
		next: 'Compare the slug and the context with what the flow expects.',
	};
}

function describeTransportError(error: TransportError, credential: FlowCredential): Failure {
	const outcome = outcomeOfErrorCode(error.code);
	const host = new URL(credential.baseUrl).host;
	return {
		outcome,
		message: `${transportProblem(error.code, host)}: ${VERDICTS[outcome]}`,
		description: sentences(
			outcome === 'notStarted'
				? 'Check the endpoint URL in the credential, and whether n8n can reach that address.'
				: '',
			ADVICE[outcome],
			`Technical reason: ${shorten(maskText(error.message, credential.accessToken))}`,
		),
	};
}

/** What happened to a request that got no answer, as the beginning of a sentence. */
export function transportProblem(code: string | undefined, host: string): string {
	switch (code) {
		case 'ECONNREFUSED':
			return `${host} refused the connection`;
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return `The address ${host} was not found`;
		case 'ECONNABORTED':
		case 'ETIMEDOUT':
			return `${host} did not answer in time`;
		case 'ERR_CANCELED':
			return 'The run was stopped while the start was under way';
	}
	if (outcomeOfErrorCode(code) === 'unknown')
		return `The connection to ${host} broke off before the answer came`;
	return isTlsFailure(code)
		? `No secure connection to ${host} could be made`
		: `${host} could not be reached`;
}
