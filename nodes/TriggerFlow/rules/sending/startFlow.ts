import type { FlowCredential } from '../credential/flowCredential';
import type { Failure } from '../errors/failure';
import { isSuccess, type Attempt, type StartResult } from '../outcome/attempt';
import { causeOf } from '../outcome/causeOf';
import { describeFailure } from '../outcome/describeFailure';
import { askedToWait } from '../outcome/retryAfter';
import { startRequest, type Start, type StartRequest } from '../request/startRequest';
import { retryDelay } from './retryDelay';
import { isSafeToRetry, type RetryPolicy } from './retryPolicy';
import type { Now, Traffic, Wait } from './traffic';

/**
 * Sends one request with a credential's token, once. Injected, so that the rules know nothing of
 * n8n or of sockets. It never rejects: a broken connection is an attempt too.
 *
 * @param timeout For this request, in ms.
 */
export type Send = (
	request: StartRequest,
	credential: FlowCredential,
	timeout: number,
) => Promise<Attempt>;

/** What one item asks for: a start that is ready to go out, or why there is none. */
export type PreparedStart = ReadyStart | { failure: Failure };

export interface ReadyStart {
	start: Start;
	/** The context as JSON text, its start key aside. */
	content: string;
	/** What the context is made of, as it is written: parameters and input item. Anything at all. */
	source: unknown;
	credential: FlowCredential;
	options: StartOptions;
}

/** What the person has chosen for one start. */
export interface StartOptions extends RetryPolicy {
	/** For one request, in ms. */
	timeout: number;
}

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
 * @param doubt That an earlier try of this start may have started it: only an answer clears that.
 * @returns `undefined` when the run was over before the first request went out.
 */
export async function startFlow(
	ready: ReadyStart,
	run: Run,
	doubt?: Failure,
): Promise<StartResult | undefined> {
	const { start, credential, options } = ready;
	const request = startRequest(start, credential);
	const send = async () => await run.send(request, credential, options.timeout);

	let result: StartResult | undefined;
	for (let attempts = 1; ; attempts++) {
		const turn = attempts === 1 ? 'first' : 'again';
		const step = await run.traffic.send(turn, send, (attempt) =>
			follow(attempt, attempts, ready, run),
		);
		if (step === undefined) return result;
		if ('answer' in step) return { attempts, answer: step.answer };

		if (step.failure.outcome === 'unknown') doubt = step.failure;
		result = { attempts, failure: doubt ?? step.failure };
		if (step.tryAgainIn === undefined) return result;
		await run.wait(step.tryAgainIn, run.over);
	}
}

type Step = Extract<Attempt, { answer: unknown }> | { failure: Failure; tryAgainIn?: number };

/** What follows from an attempt, for this start and for the whole run. */
function follow(attempt: Attempt, attempts: number, ready: ReadyStart, run: Run): Step {
	if ('answer' in attempt && isSuccess(attempt.answer)) return attempt;

	const { start, credential, options } = ready;
	const asked = askedToWait(attempt, run.now());
	const cause = causeOf(attempt, asked);
	const failure: Failure = {
		...describeFailure(attempt, start, credential, asked),
		...(cause === undefined ? {} : { cause }),
	};
	// What the service asks of one start, it asks of all.
	if (asked !== undefined) run.traffic.holdUp(asked);

	const mayTryAgain =
		isSafeToRetry(failure.outcome, options) && attempts <= options.maxRetries && !run.over.aborted;
	if (mayTryAgain) return { failure, tryAgainIn: retryDelay(attempts - 1, run.random(), asked) };
	run.onFailure();
	return { failure };
}
