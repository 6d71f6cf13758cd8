import type { Failure } from '../errors/failure';
import { maskText } from '../errors/mask';
import { shorten } from '../errors/shorten';
import type { StartResult } from '../outcome/attempt';
import { startFlow, type PreparedStart, type ReadyStart, type Run, type Send } from './startFlow';
import { Traffic, type Now, type Wait } from './traffic';

export interface StartAllOptions {
	send: Send;
	/** The most starts at once, at least 1. With 1 they go strictly one after another, in input order. */
	concurrency: number;
	/** Whether no further start is begun after one that failed. */
	stopOnFailure: boolean;
	/**
	 * Whether one that may have happened in an earlier try does not count as failed in this one: a person
	 * who retries a run has seen it, and wants the rest.
	 */
	goPastEarlier: boolean;
	/** Aborts when the person stops the run: nothing is sent from then on. */
	signal: AbortSignal | undefined;
	wait: Wait;
	now: Now;
	random: () => number;
}

/**
 * What is to be done for one item, by what earlier tries of the same run have come to: `earlier` is
 * not sent again; a start with a `doubt` is, although it may have happened.
 */
export type PlannedStart =
	| PreparedStart
	| { earlier: StartResult }
	| (ReadyStart & { doubt: FailedStart });

/** A start that gave no answer. */
export type FailedStart = Extract<StartResult, { failure: unknown }>;

/** What became of a run's starts. */
export interface RunResult {
	/** In the order of the starts; `undefined` for one that was not begun. */
	results: Array<StartResult | undefined>;
	/** How long the service has held the run up, in ms. */
	heldUp: number;
}

/**
 * Starts every flow, as many at once as the service takes, and gives the results in the order of
 * `starts`, whatever the order of the answers. What could not be prepared fails without a request.
 * After a failure with `stopOnFailure`, no further start is begun, and those under way finish. The same
 * where the node itself fails: what was started by then is never lost.
 *
 * This is the one place that decides which start is begun when.
 */
export async function startAll(
	starts: readonly PlannedStart[],
	options: StartAllOptions,
): Promise<RunResult> {
	const { concurrency, stopOnFailure, goPastEarlier, signal, wait, now } = options;
	const over = new AbortController();
	const stop = () => over.abort();
	signal?.addEventListener('abort', stop);
	if (signal?.aborted) stop();

	const onFailure = () => {
		if (stopOnFailure) stop();
	};

	const traffic = new Traffic(concurrency, over.signal, wait, now);
	const run: Run = { ...options, traffic, over: over.signal, onFailure };
	// What is known already stays known, also where this run does not come to it.
	const results = starts.map(knownResult);

	// Each worker takes the next start when it is done with one: as few promises wait as there are
	// workers, however many starts there are.
	const queue = starts.entries();
	const worker = async () => {
		for (const [index, planned] of queue) {
			if (over.signal.aborted) return;
			if ('start' in planned) {
				const doubt = 'doubt' in planned ? planned.doubt.failure : undefined;
				try {
					results[index] = (await startFlow(planned, run, doubt)) ?? results[index];
				} catch (thrown) {
					results[index] = { attempts: 1, failure: faultOf(thrown, planned) };
					stop();
				}
			} else if ('failure' in planned || ('failure' in planned.earlier && !goPastEarlier)) {
				onFailure();
			}
		}
	};
	const workers = Math.min(starts.length, Math.max(1, Math.floor(concurrency) || 1));
	await Promise.all(Array.from({ length: workers }, worker));
	signal?.removeEventListener('abort', stop);
	return { results, heldUp: traffic.heldUp };
}

/** What should never happen happened, with a request under way or before it: nobody can tell. */
function faultOf(thrown: unknown, { credential }: ReadyStart): Failure {
	const reason = shorten(maskText(String(thrown), credential.accessToken));
	return {
		outcome: 'unknown',
		message: 'The node itself failed while it started this flow: the flow may have started',
		description: `Look in the integration platform whether the flow has run before you start it again, and please report this fault of the node. Technical reason: ${reason}`,
	};
}

function knownResult(planned: PlannedStart): StartResult | undefined {
	if ('earlier' in planned) return planned.earlier;
	if ('doubt' in planned) return planned.doubt;
	return 'failure' in planned ? { attempts: 0, failure: planned.failure } : undefined;
}
