import type { SendRequest } from '../http/attempt';
import { type FailedJudgement, judge, judgeFault, type Judgement } from '../outcome/judge';
import { type Failure, mayRetry, OUTCOMES } from '../outcome/outcomes';
import type { Clock } from '../shared/clock';
import { declareMasked, type Masked } from '../shared/mask';
import type { AnsweredStart, FailedStart, ReadyStart } from '../start/itemStart';
import { createStartRequest } from '../start/startRequest';
import { computeBackoff, MAX_IDLE_WAIT_MS } from './backoff';
import type { RequestQueue } from './requestQueue';
import { TurnAways } from './turnAways';

export interface SendOptions {
	send: SendRequest;
	clock: Clock;
	/** Of the workflow, for a time in a message. */
	timeZone: string;
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
	const turnAways = new TurnAways();
	const { turnAways: ofFlow } = options.queue.flow;
	ofFlow.add(turnAways);
	try {
		return await sendUntilEnded(ready, turnAways, options);
	} finally {
		ofFlow.delete(turnAways);
	}
}

async function sendUntilEnded(
	ready: ReadyStart,
	turnAways: TurnAways,
	options: SendWithRetriesOptions,
): Promise<AnsweredStart | FailedStart | undefined> {
	const { queue, clock } = options;
	const { uncertainStart, ...start } = ready;
	let latest: FailedStart | undefined;
	// Attempts that the service turned away do not count: the limit says when they are over.
	let retryCount = 0;
	// The newest failure after which the flow may have started. Only a 2xx makes it certain.
	let uncertainFailure = uncertainStart?.failure;
	for (let attemptNumber = 1; ; attemptNumber++) {
		const lease = await queue.enter(attemptNumber > 1, turnAways);
		if (lease === undefined) return latest;
		const judgement = await sendOnce(ready, options);
		const result = { ...start, attempts: attemptNumber, isFromPreviousRun: false };
		if (judgement.kind === 'started') {
			lease.giveBack({ load: 'success' });
			return { ...result, kind: 'answered', answer: judgement.answer };
		}
		const { failure, load, retryAfterMs } = judgement;
		const isTurnedAway = load === 'turnedAway';
		if (isTurnedAway) turnAways.add(lease.number, clock.now());
		const isTriedAgain = isTurnedAway
			? ready.options.maxRetries > 0 && queue.admit() && !turnAways.isForOwnSake(clock.now())
			: isRetried(judgement, ready, retryCount);
		if (!isTriedAgain) options.onFinalFailure(judgement);
		const isHardlyChance = isTurnedAway && turnAways.isHardlyChance;
		lease.giveBack({ load, retryAfterMs });

		if (OUTCOMES[failure.outcome].ran === 'maybe') uncertainFailure = failure;
		const lastedMs = turnAways.getLastedMs(clock.now());
		const explained = isTurnedAway ? tellHowLong(failure, lastedMs) : failure;
		latest = { ...result, kind: 'failed', failure: keepUncertainty(explained, uncertainFailure) };
		if (!isTriedAgain) return latest;
		// The limit says when a start that was turned away may leave again, unless the limit is not the reason.
		if (isTurnedAway && !isHardlyChance) continue;
		if (!isTurnedAway) retryCount++;
		const waitMs = isTurnedAway
			? Math.max(retryAfterMs ?? 0, clock.random() * MAX_IDLE_WAIT_MS)
			: computeBackoff(retryCount, clock.random());
		await Promise.race([clock.wait(waitMs), queue.ended]);
	}
}

/** Sends one request of a start and judges what came back. A bug of the node is a result, too, because the flow may have started. */
async function sendOnce(
	ready: ReadyStart,
	{ send, clock, timeZone, logFault }: SendOptions,
): Promise<Judgement> {
	const { accessToken } = ready.credential;
	try {
		const attempt = await send(createStartRequest(ready), accessToken, ready.options.timeout);
		return judge(attempt, ready, { now: clock.getWallTime(), timeZone });
	} catch (cause) {
		logFault(cause, accessToken);
		return judgeFault(ready);
	}
}

/** Whether a failed start is tried again, unless the service turned it away. */
function isRetried(
	{ failure, load, isFault }: FailedJudgement,
	{ options, uncertainStart }: ReadyStart,
	retryCount: number,
): boolean {
	if (isFault || load === 'quota' || retryCount >= options.maxRetries) return false;
	// A person who has checked that the flow did not run sends it once, and then has to check again.
	return mayRetry(failure.outcome, options.retryUnknown && uncertainStart === undefined);
}

/** Below a minute, nobody wonders why the start took so long. */
const MIN_TOLD_MS = 60_000;

/** Says how long a start was turned away. */
function tellHowLong(failure: Masked<Failure>, turnedAwayMs: number): Masked<Failure> {
	const minutes = Math.round(turnedAwayMs / 60_000);
	const duration = minutes === 1 ? 'a minute' : `${minutes} minutes`;
	if (turnedAwayMs < MIN_TOLD_MS) return failure;
	const explanation = [...(failure.explanation ?? []), `Turned away for ${duration}.`];
	return declareMasked({ ...failure, explanation });
}

/** If a previous attempt may have started the flow, the latest failure does not change that. */
function keepUncertainty(
	latest: Masked<Failure>,
	uncertain: Masked<Failure> | undefined,
): Masked<Failure> {
	if (uncertain === undefined || uncertain === latest) return latest;
	const { message, reason, explanation = [] } = latest;
	const sentences = [
		`Last attempt: ${message}.`,
		...explanation,
		'But a previous attempt may have started the flow.',
	];
	return declareMasked({ ...uncertain, reason, explanation: sentences });
}
