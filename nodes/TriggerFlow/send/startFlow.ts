import { aboutStart, type FlowCredential } from '../credential/flowCredential';
import { isSuccess, type Attempt } from '../http/attempt';
import { describeFailure } from '../outcome/describeFailure';
import { askedToWait, isSafeToRetry, retryDelay } from '../outcome/retry';
import { startRequest, type StartRequest } from '../request/startRequest';
import type { Failure } from '../shared/failure';
import { failed, type AnsweredStart, type FailedStart, type ReadyStart } from '../start/itemStart';
import type { Now, Traffic, Wait } from './requestQueue';

/**
 * Sends one request with a credential's token, once. Injected, so that this room knows nothing of
 * n8n or of sockets. It never rejects: a broken connection is an attempt too.
 *
 * @param timeout For this request, in ms.
 */
export type Send = (
	request: StartRequest,
	credential: FlowCredential,
	timeout: number,
) => Promise<Attempt>;

/** What all starts of a run share. */
export interface Run {
	send: Send;
	traffic: Traffic;
	/** Aborts when nothing more is to be sent: the run was stopped, or has failed. */
	over: AbortSignal;
	/** Told of a start that has failed for good, before another request can leave. */
	onFailure: () => void;
	wait: Wait;
	now: Now;
	/** From 0 up to 1, for the jitter. */
	random: () => number;
}

/**
 * Starts one flow: with one request, and with further ones only where the one before certainly
 * started nothing (or `retryUnknown` says that a second start does no harm).
 *
 * @returns `undefined` where the run was over before the first request went out.
 */
export async function startFlow(ready: ReadyStart, run: Run): Promise<Followed | undefined> {
	const { credential, options } = ready;
	const request = startRequest(ready, credential.baseUrl);
	const send = async () => await run.send(request, credential, options.timeout);

	let result: Followed | undefined;
	// Only an answer clears it.
	let doubt = ready.doubt?.failure;
	for (let attempts = 1; ; attempts++) {
		const turn = attempts === 1 ? 'first' : 'again';
		const step = await run.traffic.send(turn, send, (attempt) =>
			follow(attempt, attempts, ready, run),
		);
		if (step === undefined) return result;
		if (step.result.kind === 'answered') return step.result;

		const { failure } = step.result;
		if (failure.outcome === 'unknown') doubt = failure;
		const told = doubt && doubt !== failure ? stillInDoubt(doubt, failure) : failure;
		result = { ...step.result, failure: told };
		if (step.tryAgainIn === undefined) return result;
		await run.wait(step.tryAgainIn, run.over);
	}
}

/** The start was sent again all the same, and that has failed without a doubt. */
function stillInDoubt(doubt: Failure, last: Failure): Failure {
	return { ...doubt, description: `Sent again: ${last.message}. ${doubt.description}` };
}

type Followed = AnsweredStart | FailedStart;

interface Step {
	result: Followed;
	/** In ms; missing where nothing more is sent. */
	tryAgainIn?: number;
}

/** What follows from an attempt, for this start and for the whole run. */
function follow(attempt: Attempt, attempts: number, ready: ReadyStart, run: Run): Step {
	if (attempt.answer && isSuccess(attempt.answer)) {
		return { result: { kind: 'answered', ready, attempts, answer: attempt.answer } };
	}
	const { slug, credential, options } = ready;
	const asked = askedToWait(attempt, run.now());
	const failure = describeFailure(attempt, aboutStart(slug, credential), asked);
	const result = failed(ready, attempts, failure);
	// What the service asks of one start, it asks of all.
	if (asked !== undefined) run.traffic.holdUp(asked);

	const mayTryAgain =
		isSafeToRetry(failure.outcome, options.retryUnknown) &&
		attempts <= options.maxRetries &&
		!run.over.aborted;
	if (mayTryAgain) return { result, tryAgainIn: retryDelay(attempts - 1, run.random(), asked) };
	run.onFailure();
	return { result };
}
