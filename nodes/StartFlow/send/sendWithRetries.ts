import { type Judgement, keepUncertainty } from '../outcome/judge';
import { mayRetry, OUTCOMES } from '../outcome/outcomes';
import type { Clock } from '../shared/clock';
import { type AttemptOptions, attemptStart } from '../start/startRequest';
import type { AnsweredStart, FailedStart, ReadyStart } from '../start/itemStart';
import { computeBackoff, MAX_IDLE_WAIT_MS } from './backoff';
import type { KnownFlow } from './knownServices';
import type { ReportResult, RunRequests } from './runRequests';

interface SendWithRetriesOptions extends AttemptOptions {
	clock: Clock;
	requests: RunRequests;
	/** Called when a start has failed and is not retried. */
	onFinalFailure: (failure: { isFault: boolean }) => void;
}

/**
 * Starts one flow. It retries only if the flow definitely did not start, or with `retryUnknown`.
 * @returns `undefined` if the run ended before the first request's turn.
 */
export async function sendWithRetries(
	ready: ReadyStart,
	flow: KnownFlow,
	options: SendWithRetriesOptions,
): Promise<AnsweredStart | FailedStart | undefined> {
	const { requests, clock } = options;
	const start = requests.open(flow);
	const { uncertainStart, ...unchanged } = ready;
	let latest: FailedStart | undefined;
	// Attempts that the service turned away do not count: the limit says when they are over.
	let retryCount = 0;
	// The newest failure after which the flow may have started. Only a 2xx makes it certain.
	let uncertainFailure = uncertainStart?.failure;

	/** A failure that ends the run does so before another start gets the place. */
	const sendOne = async (report: ReportResult) => {
		const judgement = await attemptStart(ready, options);
		report(judgement);
		const willRetry =
			judgement.load === 'turnedAway'
				? ready.options.maxRetries > 0 && flow.admit(requests) && !start.isForOwnSake(clock.now())
				: mayRetryFailure(judgement, ready, retryCount);
		if (judgement.kind === 'failed' && !willRetry) options.onFinalFailure(judgement);
		return { judgement, willRetry };
	};

	for (;;) {
		const sent = await requests.withPlace(start, flow, sendOne);
		if (sent === undefined) return latest;
		const { judgement, willRetry } = sent;
		const result = { ...unchanged, attempts: start.attempts, isFromPreviousRun: false };
		if (judgement.kind === 'started') {
			return { ...result, kind: 'answered', answer: judgement.answer };
		}
		const { failure, load, retryAfterMs = 0 } = judgement;
		const isTurnedAway = load === 'turnedAway';
		if (!isTurnedAway) retryCount++;
		if (OUTCOMES[failure.outcome].ran === 'maybe') uncertainFailure = failure;
		latest = { ...result, kind: 'failed', failure: keepUncertainty(failure, uncertainFailure) };
		if (!willRetry) return latest;
		// The limit says when a start that was turned away may leave again, unless the limit is not the reason.
		if (isTurnedAway && !start.isLimitUnlikely) continue;
		const waitMs = isTurnedAway
			? Math.max(retryAfterMs, clock.random() * MAX_IDLE_WAIT_MS)
			: computeBackoff(retryCount, clock.random());
		await Promise.race([clock.wait(waitMs), requests.ended]);
	}
}

/** Whether a start is tried again after a failure, unless the service turned it away. */
function mayRetryFailure(
	judgement: Judgement,
	{ options, uncertainStart }: ReadyStart,
	retryCount: number,
): boolean {
	if (judgement.kind === 'started' || judgement.isFault || judgement.load === 'quota') return false;
	if (retryCount >= options.maxRetries) return false;
	// A person who has checked that the flow did not run sends it once, and then has to check again.
	return mayRetry(judgement.failure.outcome, options.retryUnknown && uncertainStart === undefined);
}
