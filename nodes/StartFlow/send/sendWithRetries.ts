import type { SendRequest } from '../http/attempt';
import { judge, judgeFault, type Judgement } from '../outcome/judge';
import { type Failure, mayRetry, OUTCOMES } from '../outcome/outcomes';
import type { Clock } from '../shared/clock';
import { declareMasked, type Masked } from '../shared/mask';
import type { AnsweredStart, FailedStart, ReadyStart } from '../start/itemStart';
import { createStartRequest } from '../start/startRequest';
import { computeBackoff } from './backoff';
import type { RequestQueue } from './requestQueue';

export interface SendOptions {
	send: SendRequest;
	clock: Clock;
	/** Writes the cause of a bug of the node into n8n's log, without the token. */
	logFault: (cause: unknown, accessToken: string) => void;
}

interface SendWithRetriesOptions extends SendOptions {
	queue: RequestQueue;
	/** Called when a start has failed and is not retried, before another request can leave. */
	onFinalFailure: (failure: { isFault: boolean }) => void;
}

/**
 * Starts one flow. It retries only if the flow definitely did not start, or with `retryUnknown`.
 * @returns `undefined` if the run ended before the first request's turn.
 */
export async function sendWithRetries(
	ready: ReadyStart,
	options: SendWithRetriesOptions,
): Promise<AnsweredStart | FailedStart | undefined> {
	const { queue, clock, onFinalFailure } = options;
	const { uncertainStart, ...start } = ready;
	let latest: FailedStart | undefined;
	// Attempts that the service turned away do not count: they are the limit's business.
	let retryCount = 0;
	// The newest failure after which the flow may have started. Only a 2xx makes it certain.
	let uncertainFailure = uncertainStart?.failure;
	for (let attemptNumber = 1; ; attemptNumber++) {
		const send = async () => await sendOnce(ready, options);
		const decide = (judgement: Judgement) => {
			const isRetried = isRetriedAfter(judgement, ready, retryCount, queue);
			if (judgement.kind === 'failed' && !isRetried) onFinalFailure(judgement);
			return { judgement, isRetried };
		};
		const decision = await queue.enqueue(send, { isFurtherAttempt: attemptNumber > 1 }, decide);
		if (decision === undefined) return latest;
		const { judgement, isRetried } = decision;
		const result = { ...start, attempts: attemptNumber, isFromPreviousRun: false };
		if (judgement.kind === 'started') {
			return { ...result, kind: 'answered', answer: judgement.answer };
		}
		const { failure } = judgement;
		if (OUTCOMES[failure.outcome].ran === 'maybe') uncertainFailure = failure;
		latest = { ...result, kind: 'failed', failure: keepUncertainty(failure, uncertainFailure) };
		if (!isRetried) return latest;
		// The limit says when a start that was turned away may leave again.
		if (judgement.load === 'turnedAway') continue;
		retryCount++;
		await Promise.race([clock.wait(computeBackoff(retryCount, clock.random())), queue.ended]);
	}
}

/** Sends one request of a start and judges what came back. A bug of the node is a result, too, because the flow may have started. */
async function sendOnce(
	ready: ReadyStart,
	{ send, clock, logFault }: SendOptions,
): Promise<Judgement> {
	const { accessToken } = ready.credential;
	try {
		const attempt = await send(createStartRequest(ready), accessToken, ready.options.timeout);
		return judge(attempt, ready, clock.getWallTime());
	} catch (cause) {
		logFault(cause, accessToken);
		return judgeFault(ready);
	}
}

function isRetriedAfter(
	judgement: Judgement,
	{ options, uncertainStart }: ReadyStart,
	retryCount: number,
	queue: RequestQueue,
): boolean {
	if (judgement.kind === 'started' || judgement.isFault) return false;
	// A person who has checked that the flow did not run sends it once, and then has to check again.
	const retryUnknown = options.retryUnknown && uncertainStart === undefined;
	if (!mayRetry(judgement.failure.outcome, retryUnknown)) return false;
	if (judgement.load === 'turnedAway') {
		return options.maxRetries > 0 && !queue.isServiceGivenUp;
	}
	return retryCount < options.maxRetries;
}

/** If a previous attempt may have started the flow, the latest failure does not change that. */
function keepUncertainty(
	latest: Masked<Failure>,
	uncertain: Masked<Failure> | undefined,
): Masked<Failure> {
	if (uncertain === undefined || uncertain === latest) return latest;
	const reason = `Last attempt: ${latest.message}. But a previous attempt may have started the flow.`;
	return declareMasked({ ...uncertain, reason });
}
