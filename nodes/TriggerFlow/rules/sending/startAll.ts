import type { StartResult } from './attempt';
import type { RetryPolicy } from './retryPolicy';
import { startFlow, type PreparedStart, type Run, type Send } from './startFlow';
import { Traffic, type Now, type Wait } from './traffic';

export interface StartAllOptions extends RetryPolicy {
	send: Send;
	/** The most starts at once. With 1 they go strictly one after another, in input order. */
	concurrency: number;
	/** Whether no further start is begun after one that failed. */
	stopOnFailure: boolean;
	/** Aborts when the person stops the run: nothing is sent from then on. */
	signal: AbortSignal | undefined;
	wait: Wait;
	now: Now;
	random: () => number;
}

/**
 * What is to be done for one item; `earlier` is what an earlier try of the same run has come to,
 * and is not done again.
 */
export type PlannedStart = PreparedStart | { earlier: StartResult };

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
 * After a failure with `stopOnFailure`, no further start is begun, and those under way finish.
 *
 * This is the one place that decides which start is begun when.
 */
export async function startAll(
	starts: readonly PlannedStart[],
	options: StartAllOptions,
): Promise<RunResult> {
	const { concurrency, stopOnFailure, signal, wait, now } = options;
	const over = new AbortController();
	const stop = () => over.abort();
	signal?.addEventListener('abort', stop);
	if (signal?.aborted) stop();

	const traffic = new Traffic(concurrency, over.signal, wait, now);
	const run: Run = { ...options, policy: options, traffic, over: over.signal };
	const results: RunResult['results'] = Array.from({ length: starts.length });

	// Each worker takes the next start when it is done with one: as few promises wait as there are
	// workers, however many starts there are.
	const queue = starts.entries();
	const worker = async () => {
		for (const [index, prepared] of queue) {
			if (over.signal.aborted) return;
			const result = await resultOf(prepared, run);
			results[index] = result;
			if (stopOnFailure && result !== undefined && 'failure' in result) stop();
		}
	};
	const workers = Math.min(starts.length, Math.max(1, Math.floor(concurrency)));
	await Promise.all(Array.from({ length: workers }, worker));
	signal?.removeEventListener('abort', stop);
	return { results, heldUp: traffic.heldUp };
}

async function resultOf(prepared: PlannedStart, run: Run): Promise<StartResult | undefined> {
	if ('earlier' in prepared) return prepared.earlier;
	if ('failure' in prepared) return { attempts: 0, failure: prepared.failure };
	return await startFlow(prepared, run);
}
