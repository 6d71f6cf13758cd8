import type { SendRequest } from '../http/attempt';
import {
	listReadyStarts,
	skipUncertainStart,
	type EndedStart,
	type RecalledStart,
	type RunResult,
} from '../start/itemStart';
import { RequestQueue, type Wait } from './requestQueue';
import { sendOnce } from './sendOnce';
import { sendWithRetries } from './sendWithRetries';
import type { WindowMemory } from './windowMemory';

export interface SendAllOptions {
	send: SendRequest;
	/** The most starts in flight, at least 1. With 1 they go strictly one after another, in input order. */
	concurrency: number;
	stopOnFailure: boolean;
	/** A Retry goes on after an uncertain start, to start the rest. Retry On Fail stops there, as the first run did. */
	isRetry: boolean;
	windows: WindowMemory;
	/** Aborts when n8n stops the run: Stop, or the workflow's own time-out. From then on, nothing is sent. */
	signal: AbortSignal | undefined;
	/** Writes the cause of a bug of the node into n8n's log, without the token. */
	logFault: (cause: unknown, accessToken: string) => void;
	wait: Wait;
	now: () => number;
	/** From 0 up to 1, for the jitter. */
	random: () => number;
}

/**
 * Starts every ready flow. With `stopOnFailure`, no start begins after a failure, and those in flight finish. After a bug of
 * the node, none begins in any case.
 */
export async function sendAll(
	starts: readonly RecalledStart[],
	options: SendAllOptions,
): Promise<RunResult> {
	const { stopOnFailure, isRetry, windows, signal, wait, now, random } = options;
	const concurrency = Math.max(1, Math.floor(options.concurrency));
	// `AbortSignal.any` would keep its listeners as long as n8n's process lives (seen in Node 20).
	const runEnd = new AbortController();
	const endRun = () => runEnd.abort();
	const endOnFailure = ({ isFault }: { isFault: boolean }) => {
		if (stopOnFailure || isFault) endRun();
	};

	// Windows are kept by address and flow. The first start decides, because nearly every run starts one flow.
	const [first] = listReadyStarts(starts);
	const target = JSON.stringify([first?.credential.baseUrl, first?.slug]);
	const window = windows.open(target, concurrency, now());
	const queue = new RequestQueue(window, runEnd.signal, wait, now);
	const results = starts.map(toResultIfNotTried);

	// The workers share one iterator, so there are never more promises than workers, however many starts there are.
	const entries = starts.entries();
	const work = async () => {
		for (const [index, start] of entries) {
			const isSkipped = start.kind === 'failed' && isRetry;
			if ('failure' in start && !isSkipped) endOnFailure({ isFault: false });
			if (start.kind !== 'ready') continue;
			const result = await sendWithRetries(start, {
				queue,
				sendOnce: async (ready) => await sendOnce(ready, options),
				onFinalFailure: endOnFailure,
				ended: runEnd.signal,
				wait,
				random,
			});
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
		// A pause may still be waiting.
		endRun();
	}
	windows.keep(target, queue.window, now());
	return { starts: results, pausedMs: queue.pausedMs };
}

/** The result if the run ends before the start's turn. An uncertain start stays uncertain. */
function toResultIfNotTried(start: RecalledStart): EndedStart {
	if (start.kind !== 'ready') return start;
	return start.uncertainStart
		? skipUncertainStart(start, start.uncertainStart)
		: { kind: 'untried', ready: start };
}
