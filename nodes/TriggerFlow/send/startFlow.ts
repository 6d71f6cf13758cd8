import { aboutStart } from '../credential/flowCredential';
import { isSuccess, type Attempt, type Send } from '../http/attempt';
import { describeFailure } from '../outcome/describeFailure';
import { askedToWait, isSafeToRetry, retryDelay } from '../outcome/retry';
import { startRequest } from '../request/startRequest';
import { failed, type AnsweredStart, type FailedStart, type ReadyStart } from '../start/itemStart';
import type { Now, RequestQueue, Wait } from './requestQueue';

export interface Run {
	send: Send;
	queue: RequestQueue;
	/** Aborts when nothing more is to be sent: the run was stopped, or has failed. */
	over: AbortSignal;
	/** Told of a start that has failed for good, before another request can leave. */
	onFailure: () => void;
	wait: Wait;
	now: Now;
	/** From 0 up to 1, for the jitter. */
	random: () => number;
}

type Followed = AnsweredStart | FailedStart;

/**
 * Starts one flow: with one request, and with further ones only where the one before certainly
 * started nothing (or `retryUnknown` says that a second start does no harm).
 * @returns `undefined` where the run was over before the first request went out.
 */
export async function startFlow(ready: ReadyStart, run: Run): Promise<Followed | undefined> {
	const { credential, options } = ready;
	const request = startRequest(ready, credential.baseUrl);
	const send = async () => await run.send(request, credential.accessToken, options.timeout);

	let result: Followed | undefined;
	// Only an answer clears it.
	let doubt = ready.doubt?.failure;
	for (let attempts = 1; ; attempts++) {
		const step = await run.queue.send(attempts > 1, send, (attempt) =>
			follow(attempt, attempts, ready, run),
		);
		if (step === undefined) return result;
		if (step.result.kind === 'answered') return step.result;

		const { failure } = step.result;
		if (failure.outcome === 'unknown') doubt = failure;
		result = step.result;
		if (doubt !== undefined && doubt !== failure) {
			const description = `Last try: ${failure.message}. But an earlier try may have started the flow. ${doubt.description}`;
			result = { ...step.result, failure: { ...doubt, description } };
		}
		if (step.tryAgainIn === undefined) return result;
		await run.wait(step.tryAgainIn, run.over);
	}
}

interface Step {
	result: Followed;
	/** In ms; missing where nothing more is sent. */
	tryAgainIn?: number;
}

function follow(attempt: Attempt, attempts: number, ready: ReadyStart, run: Run): Step {
	if (attempt.answer && isSuccess(attempt.answer)) {
		return { result: { kind: 'answered', ready, attempts, answer: attempt.answer } };
	}
	const { slug, credential, options } = ready;
	const asked = askedToWait(attempt, run.now());
	const failure = describeFailure(attempt, aboutStart(slug, credential), asked);
	const result = failed(ready, attempts, failure);
	// What the service asks of one start, it asks of all.
	if (asked !== undefined) run.queue.pauseFor(asked);

	const mayTryAgain =
		isSafeToRetry(failure.outcome, options.retryUnknown) &&
		attempts <= options.maxRetries &&
		!run.over.aborted;
	if (mayTryAgain) return { result, tryAgainIn: retryDelay(attempts - 1, run.random(), asked) };
	run.onFailure();
	return { result };
}
