import type { Clock } from '../shared/clock';
import type { AttemptOptions } from '../start/startRequest';
import { endBeforeTurn, type RecalledStart, type RunResult } from '../start/itemStart';
import type { KnownServices } from './knownServices';
import { RunRequests } from './runRequests';
import { sendWithRetries } from './sendWithRetries';

export interface SendAllOptions extends AttemptOptions {
	clock: Clock;
	/** The most starts in flight, at least 1. A fraction is dropped. With 1 they go strictly one after another, in input order. */
	concurrency: number;
	stopOnFailure: boolean;
	services: KnownServices;
	/** Aborts when n8n stops the run: Stop, or the workflow's own time-out. From then on, nothing is sent. */
	signal: AbortSignal | undefined;
}

/**
 * Starts every ready flow. With `stopOnFailure`, no start begins after a failure, and those in flight finish. After a bug of
 * the node, none begins in any case.
 */
export async function sendAll(
	starts: readonly RecalledStart[],
	options: SendAllOptions,
): Promise<RunResult> {
	const { stopOnFailure, services, signal } = options;
	const concurrency = Math.floor(options.concurrency);
	const requests = new RunRequests(concurrency, options.clock);
	const endRun = () => requests.end();
	// What the run does not reach stays like this.
	const results = starts.map(endBeforeTurn);
	let endedBy: number | undefined;

	// The workers share one iterator, so there are never more promises than workers, however many starts there are.
	const entries = starts.entries();
	const work = async () => {
		for (const [index, start] of entries) {
			if (requests.hasEnded) return;
			if (start.kind !== 'ready') continue;
			const onFinalFailure = ({ isFault }: { isFault: boolean }) => {
				if (!stopOnFailure && !isFault) return;
				endedBy ??= index;
				endRun();
			};
			const sending = { ...options, requests, onFinalFailure };
			const result = await sendWithRetries(start, services.get(start), sending);
			// Without a result, the run has ended before the start's turn.
			if (result !== undefined) results[index] = result;
		}
	};
	signal?.addEventListener('abort', endRun);
	if (signal?.aborted) endRun();
	try {
		await Promise.all(Array.from({ length: Math.min(starts.length, concurrency) }, work));
	} finally {
		signal?.removeEventListener('abort', endRun);
		endRun();
	}
	return { starts: results, endedBy, turnedAwayCount: requests.turnedAwayCount };
}
