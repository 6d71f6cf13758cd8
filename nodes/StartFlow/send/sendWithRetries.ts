import type { Judgement } from '../outcome/judge';
import { type Failure, getOutcomeRow, mayRetry } from '../outcome/outcomes';
import type { Masked } from '../shared/mask';
import type { AnsweredStart, FailedStart, ReadyStart } from '../start/itemStart';
import { type Clock, computeBackoff } from '../shared/clock';
import type { RequestQueue } from './requestQueue';
import type { ServiceLimit } from './serviceLimit';

export interface SendWithRetriesOptions {
	queue: RequestQueue;
	limit: ServiceLimit;
	sendOnce: (ready: ReadyStart) => Promise<Judgement>;
	/** Called for an attempt after which there is no other one, before another request can leave. */
	onFinalFailure: (isFault: boolean) => void;
	/** Aborts when nothing more may be sent, because the run was stopped or has failed. */
	ended: AbortSignal;
	clock: Pick<Clock, 'wait' | 'random'>;
}

/**
 * Starts one flow. It retries only if the flow definitely did not start, or with `retryUnknown`.
 * @returns `undefined` if the run ended before the first request's turn.
 */
export async function sendWithRetries(
	ready: ReadyStart,
	{ queue, limit, sendOnce, onFinalFailure, ended, clock }: SendWithRetriesOptions,
): Promise<AnsweredStart | FailedStart | undefined> {
	const { maxRetries } = ready.options;
	let latest: FailedStart | undefined;
	// Attempts that the service turned away do not count: they are the limit's business.
	let retryCount = 0;
	// The newest failure after which the flow may have started. Only a 2xx makes it certain.
	let uncertainFailure = ready.uncertainStart?.failure;
	for (let attemptNumber = 1; ; attemptNumber++) {
		const attempt = async () => {
			const sent = await sendOnce(ready);
			limit.learn(sent, maxRetries);
			const isRetried = !ended.aborted && isRetriedAfter(sent, ready, retryCount, limit);
			if (sent.kind === 'failed' && !isRetried) onFinalFailure(sent.isFault);
			return { ...sent, isRetried };
		};
		const sent = await queue.enqueue(limit, attempt, {
			isRetry: attemptNumber > 1,
			maxRetries,
		});
		if (sent === undefined) return latest;
		const result = { ready, attempts: attemptNumber, isFromPreviousRun: false };
		if (sent.kind === 'started') return { kind: 'answered', ...result, answer: sent.answer };
		const { failure } = sent;
		if (getOutcomeRow(failure.outcome).ran === 'maybe') uncertainFailure = failure;
		latest = { kind: 'failed', ...result, failure: keepUncertainty(failure, uncertainFailure) };
		if (!sent.isRetried) return latest;
		// The limit says when a start that was turned away may leave again.
		if (sent.load === 'turnedAway') continue;
		retryCount++;
		await clock.wait(computeBackoff(retryCount, clock.random()), ended);
	}
}

function isRetriedAfter(
	sent: Judgement,
	{ options, uncertainStart }: ReadyStart,
	retryCount: number,
	limit: ServiceLimit,
): boolean {
	if (sent.kind === 'started' || sent.isFault) return false;
	// A person who has checked that the flow did not run sends it once, and then has to check again.
	const retryUnknown = options.retryUnknown && uncertainStart === undefined;
	if (!mayRetry(sent.failure.outcome, retryUnknown)) return false;
	if (sent.load === 'turnedAway')
		return options.maxRetries > 0 && !limit.isGivenUp(options.maxRetries);
	return retryCount < options.maxRetries;
}

/** If a previous attempt may have started the flow, the latest failure does not change that. */
function keepUncertainty(
	latest: Masked<Failure>,
	uncertain: Masked<Failure> | undefined,
): Masked<Failure> {
	if (uncertain === undefined || uncertain === latest) return latest;
	const reason = `Last attempt: ${latest.message}. But a previous attempt may have started the flow.`;
	return { ...uncertain, reason };
}
