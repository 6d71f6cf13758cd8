import { computeRetryDelay } from '../outcome/backoff';
import { type Failure, getOutcomeRow, mayRetry } from '../outcome/outcomes';
import type { Masked } from '../shared/mask';
import type { AnsweredStart, FailedStart, ReadyStart } from '../start/itemStart';
import type { RequestQueue, Wait } from './requestQueue';
import type { SentOnce } from './sendOnce';

export interface SendWithRetriesOptions {
	queue: RequestQueue;
	sendOnce: (ready: ReadyStart) => Promise<SentOnce>;
	/** Called for an attempt after which there is no other one, before another request can leave. */
	onFinalFailure: (failed: { isFault: boolean }) => void;
	/** Aborts when nothing more may be sent, because the run was stopped or has failed. */
	ended: AbortSignal;
	wait: Wait;
	/** From 0 up to 1, for the jitter. */
	random: () => number;
}

/**
 * Starts one flow. It retries only if the flow definitely did not start, or with `retryUnknown`.
 * @returns `undefined` if the run ended before the first request's turn.
 */
export async function sendWithRetries(
	ready: ReadyStart,
	{ queue, sendOnce, onFinalFailure, ended, wait, random }: SendWithRetriesOptions,
): Promise<AnsweredStart | FailedStart | undefined> {
	let latest: FailedStart | undefined;
	// The newest failure after which the flow may have started. Only a 2xx makes it certain.
	let uncertainFailure = ready.uncertainStart?.failure;
	for (let attemptNumber = 1; ; attemptNumber++) {
		const attempt = async () => {
			const sent = await sendOnce(ready);
			const isRetried = !ended.aborted && isRetriedAfter(sent, ready, attemptNumber);
			if (sent.kind === 'failed' && !isRetried) onFinalFailure(sent);
			return { ...sent, isRetried };
		};
		const sent = await queue.enqueue(attempt, { isRetry: attemptNumber > 1 });
		if (sent === undefined) return latest;
		const result = { ready, attempts: attemptNumber, isFromPreviousRun: false };
		if (sent.kind === 'started') return { kind: 'answered', ...result, answer: sent.answer };
		const { failure, retryAfterMs } = sent;
		if (getOutcomeRow(failure.outcome).ran === 'maybe') uncertainFailure = failure;
		latest = { kind: 'failed', ...result, failure: keepUncertainty(failure, uncertainFailure) };
		if (!sent.isRetried) return latest;
		await wait(computeRetryDelay(attemptNumber, random(), retryAfterMs), ended);
	}
}

function isRetriedAfter(sent: SentOnce, { options }: ReadyStart, attemptNumber: number): boolean {
	return (
		sent.kind === 'failed' &&
		!sent.isFault &&
		mayRetry(sent.failure.outcome, options.retryUnknown) &&
		attemptNumber <= options.maxRetries
	);
}

/** If a previous attempt may have started the flow, the latest failure does not change that. */
function keepUncertainty(
	latest: Masked<Failure>,
	uncertain: Masked<Failure> | undefined,
): Masked<Failure> {
	if (uncertain === undefined || uncertain === latest) return latest;
	const description = `Last attempt: ${latest.message}. But a previous attempt may have started the flow. ${uncertain.description}`;
	return { ...uncertain, description };
}
