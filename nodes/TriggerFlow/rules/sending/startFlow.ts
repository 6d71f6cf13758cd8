import type { FlowCredential } from '../credential/flowCredential';
import { describeFailure } from '../errors/describeFailure';
import type { Failure } from '../errors/failure';
import { startRequest, type Start, type StartRequest } from '../request/startRequest';
import { isSuccess, type Attempt, type StartResult } from './attempt';
import { parseRetryAfter } from './retryAfter';
import { retryDelay } from './retryDelay';
import { isSafeToRetry, type RetryPolicy } from './retryPolicy';
import type { Now, Traffic, Wait } from './traffic';

/**
 * Sends one request with a credential's token, once. Injected, so that the rules know nothing of
 * n8n or of sockets. It never rejects: a broken connection is an attempt too.
 */
export type Send = (request: StartRequest, credential: FlowCredential) => Promise<Attempt>;

/** What one item asks for: a start that is ready to go out, or why there is none. */
export type PreparedStart = ReadyStart | { failure: Failure };

export interface ReadyStart {
	start: Start;
	credential: FlowCredential;
}

/** What all starts of a run share. */
export interface Run {
	send: Send;
	traffic: Traffic;
	policy: RetryPolicy;
	/** Aborts when nothing more is to be sent: the run was stopped, or has failed. */
	over: AbortSignal;
	wait: Wait;
	now: Now;
	/** From 0 up to 1, for the jitter. */
	random: () => number;
}

/**
 * Starts one flow: with one request, and with further ones only where the one before certainly
 * started nothing (or `retryUnknown` says that a second start does no harm).
 *
 * @returns `undefined` when the run was over before the first request went out.
 */
export async function startFlow(ready: ReadyStart, run: Run): Promise<StartResult | undefined> {
	const request = startRequest(ready.start, ready.credential);
	const send = async () => await run.send(request, ready.credential);

	let result: StartResult | undefined;
	for (let attempts = 1; ; attempts++) {
		const turn = attempts === 1 ? 'first' : 'again';
		const attempt = await run.traffic.send(turn, send);
		if (attempt === undefined) return result;

		result = toResult(attempt, attempts, ready);
		const mayTryAgain =
			'failure' in result &&
			isSafeToRetry(result.failure.outcome, run.policy) &&
			attempts <= run.policy.maxRetries &&
			!run.over.aborted;
		if (!mayTryAgain) return result;
		await backOff(attempt, attempts - 1, run);
	}
}

function toResult(
	attempt: Attempt,
	attempts: number,
	{ start, credential }: ReadyStart,
): StartResult {
	return 'answer' in attempt && isSuccess(attempt.answer)
		? { attempts, answer: attempt.answer }
		: { attempts, failure: describeFailure(attempt, start, credential) };
}

async function backOff(attempt: Attempt, retries: number, run: Run): Promise<void> {
	const asked =
		'answer' in attempt
			? parseRetryAfter(attempt.answer.headers['retry-after'], run.now())
			: undefined;
	// What the service asks of one start, it asks of all.
	if (asked !== undefined) run.traffic.holdUp(asked);
	await run.wait(retryDelay(retries, run.random(), asked), run.over);
}
