import type { HttpAnswer } from '../answer/httpAnswer';
import { ENVIRONMENT_NAMES, type FlowCredential } from '../credential/flowCredential';
import type { Failure, Outcome } from '../errors/failure';
import { maskJson, maskText } from '../errors/mask';
import { shorten } from '../errors/shorten';
import type { Start } from '../request/startRequest';
import type { Attempt, TransportError } from './attempt';
import { describeStatus } from './describeStatus';
import { obstacleOf } from './obstacle';
import { outcomeOfError, outcomeOfStatus } from './outcome';
import { whatWasSaid } from './whatWasSaid';

/**
 * A failed try, told to a person: what happened, whether the flow may have started, what to do.
 *
 * @param retryAfterMs The wait that the service asked for.
 */
export function describeFailure(
	attempt: Attempt,
	start: Start,
	credential: FlowCredential,
	retryAfterMs?: number,
): Failure {
	const { body, ...told }: Failure =
		'answer' in attempt
			? describeAnswer(attempt.answer, start, credential, retryAfterMs)
			: describeTransportError(attempt.error, credential);
	// The token may have been pasted into the slug.
	const masked = maskJson(told, credential.accessToken);
	return body === undefined ? masked : { ...masked, body };
}

function describeAnswer(
	answer: HttpAnswer,
	start: Start,
	credential: FlowCredential,
	retryAfterMs: number | undefined,
): Failure {
	const { statusCode } = answer;
	const outcome = outcomeOfStatus(statusCode, retryAfterMs);
	const environment = ENVIRONMENT_NAMES[credential.environment];
	const { happened, next } = describeStatus(
		statusCode,
		outcome,
		shorten(start.slug, 80),
		environment,
	);
	const { line, body } = whatWasSaid(answer, credential.accessToken);
	return {
		outcome,
		message: `${happened} (HTTP ${statusCode}): ${VERDICTS[outcome]}`,
		description: sentences(next, ADVICE[outcome], line === '' ? '' : `The service said: ${line}`),
		statusCode,
		...(line === '' ? {} : { body }),
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
	notStarted: 'It is safe to start it again.',
	rejected: '',
	unknown:
		'Look in the integration platform whether the flow has run before you start it again, so that it does not run twice.',
};

/** n8n's error panel shows a description as one paragraph. */
function sentences(...parts: string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}

function describeTransportError(error: TransportError, credential: FlowCredential): Failure {
	const obstacle = obstacleOf(error);
	const outcome = outcomeOfError(error);
	const host = new URL(credential.baseUrl).host;
	return {
		outcome,
		message: `${transportProblem(error, host)}: ${VERDICTS[outcome]}`,
		description: sentences(
			obstacle === undefined ? '' : obstacle === 'blocked' ? ASK_TO_ALLOW : CHECK_ADDRESS,
			ADVICE[outcome],
			`Technical reason: ${shorten(maskText(error.message, credential.accessToken))}`,
		),
	};
}

const CHECK_ADDRESS =
	'Check the endpoint URL in the credential, and whether n8n can reach that address.';

const ASK_TO_ALLOW =
	'Check the endpoint URL in the credential. If it is right, ask the administrator of n8n to allow that address (SSRF protection).';

/** What happened to a request that got no answer, as the beginning of a sentence. */
export function transportProblem(error: TransportError, host: string): string {
	const { code } = error;
	if (code === 'ETIMEDOUT' || code === 'ECONNABORTED') return `${host} did not answer in time`;
	if (code === 'ERR_CANCELED') return 'The run was stopped while the start was under way';
	switch (obstacleOf(error)) {
		case 'blocked':
			return `This n8n is not allowed to reach ${host}`;
		case 'noAddress':
			return `The address ${host} was not found`;
		case 'noConnection':
			return code === 'ECONNREFUSED'
				? `${host} refused the connection`
				: `${host} could not be reached`;
		case 'noSecureConnection':
			return `No secure connection to ${host} could be made`;
		case undefined:
			return `The connection to ${host} broke off before the answer came`;
	}
}
