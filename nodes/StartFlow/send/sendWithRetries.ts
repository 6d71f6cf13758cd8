import { isSuccess, type SendRequest } from '../http/attempt';
import { describeFailure } from '../outcome/describeFailure';
import { computeRetryDelay, mayRetry } from '../outcome/retry';
import { classify } from '../outcome/table';
import type { Failure } from '../shared/failure';
import { toFailedStart, type EndedStart, type ReadyStart } from '../start/itemStart';
import { createStartRequest } from '../start/startRequest';
import type { RequestQueue, Wait } from './requestQueue';
import type { Load } from './window';

export interface Run {
	send: SendRequest;
	queue: RequestQueue;
	/** Aborts when nothing more may be sent, because the run was stopped or has failed. */
	ended: AbortSignal;
	/** Called for a start that finally failed, before another request can leave. */
	onFailure: () => void;
	wait: Wait;
	now: () => number;
	/** From 0 up to 1, for the jitter. */
	random: () => number;
}

/**
 * Starts one flow. It retries only if the flow definitely did not start, or with `retryUnknown`.
 * @returns `undefined` if the run ended before the first request's turn.
 */
export async function sendWithRetries(
	ready: ReadyStart,
	run: Run,
): Promise<EndedStart | undefined> {
	let latest: EndedStart | undefined;
	// The newest failure after which the flow may have started. Only a 2xx makes it certain.
	let uncertainFailure = ready.uncertainStart?.failure;
	for (let attempts = 1; ; attempts++) {
		const judged = await run.queue.enqueue(async () => await sendOnce(ready, attempts, run), {
			isFurtherAttempt: attempts > 1,
		});
		if (judged === undefined) return latest;
		const { start, retryInMs } = judged;
		if (start.kind === 'answered') return start;
		if (start.failure.outcome === 'unknown') uncertainFailure = start.failure;
		latest = { ...start, failure: keepUncertain(start.failure, uncertainFailure) };
		if (retryInMs === undefined) return latest;
		await run.wait(retryInMs, run.ended);
	}
}

/** If a previous attempt may have started the flow, the latest failure does not change that. */
function keepUncertain(latest: Failure, uncertain: Failure | undefined): Failure {
	if (uncertain === undefined || uncertain === latest) return latest;
	const description = `Last attempt: ${latest.message}. But a previous attempt may have started the flow. ${uncertain.description}`;
	return { ...uncertain, description };
}

interface JudgedAttempt {
	start: EndedStart;
	load: Load;
	retryInMs?: number;
}

/** @param attempts How many were made, with this one. */
async function sendOnce(ready: ReadyStart, attempts: number, run: Run): Promise<JudgedAttempt> {
	const { credential, options } = ready;
	const request = createStartRequest(ready);
	const attempt = await run.send(request, credential.accessToken, options.timeout);
	const { answer } = attempt;
	if (answer && isSuccess(answer)) {
		return { start: { kind: 'answered', ready, attempts, answer }, load: 'success' };
	}
	const meaning = classify(attempt, run.now());
	const { outcome, load = 'neutral', retryAfterMs } = meaning;
	const start = toFailedStart(ready, attempts, describeFailure(attempt, meaning, ready));
	if (retryAfterMs !== undefined) void run.queue.pauseFor(retryAfterMs);
	const isRetried =
		mayRetry(outcome, options.retryUnknown) && attempts <= options.maxRetries && !run.ended.aborted;
	if (isRetried) {
		return { start, load, retryInMs: computeRetryDelay(attempts, run.random(), retryAfterMs) };
	}
	run.onFailure();
	return { start, load };
}
