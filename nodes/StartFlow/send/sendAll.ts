import { describeFailure } from '../outcome/describeFailure';
import { classify } from '../outcome/table';
import { maskText } from '../shared/mask';
import {
	listPreparedStarts,
	skipUncertainStart,
	toFailedStart,
	type ItemStart,
	type RunResult,
} from '../start/itemStart';
import { RequestQueue } from './requestQueue';
import { sendWithRetries, type Run } from './sendWithRetries';
import type { WindowMemory } from './windowMemory';

export interface SendAllOptions extends Pick<Run, 'send' | 'wait' | 'now' | 'random'> {
	/** The most starts in flight, at least 1. With 1 they go strictly one after another, in input order. */
	concurrency: number;
	stopOnFailure: boolean;
	/** A Retry goes on after an uncertain start, to start the rest. Retry On Fail stops there, as the first run did. */
	isRetry: boolean;
	windows: WindowMemory;
	/** Aborts when n8n stops the run: Stop, or the workflow's own time-out. From then on, nothing is sent. */
	signal: AbortSignal | undefined;
}

/** Starts every ready flow. With `stopOnFailure`, no start begins after a failure, and those in flight finish. */
export async function sendAll(
	starts: readonly ItemStart[],
	options: SendAllOptions,
): Promise<RunResult> {
	const { stopOnFailure, isRetry, windows, signal, wait, now } = options;
	const maxInFlight = Math.max(1, Math.floor(options.concurrency));
	// `AbortSignal.any` would keep its listeners as long as n8n's process lives (seen in Node 20).
	const end = new AbortController();
	const endRun = () => end.abort();
	signal?.addEventListener('abort', endRun);
	if (signal?.aborted) endRun();
	const onFailure = stopOnFailure ? endRun : () => {};

	// Windows are kept by address and flow. The first start decides, because nearly every run starts one flow.
	const [first] = listPreparedStarts(starts);
	const target = JSON.stringify([first?.credential.baseUrl, first?.slug]);
	const queue = new RequestQueue(windows.open(target, maxInFlight, now()), end.signal, wait, now);
	const run: Run = { ...options, queue, ended: end.signal, onFailure };
	// The results if the run ends before a start's turn. An uncertain start stays uncertain.
	const results = starts.map((start) =>
		start.kind === 'ready' && start.uncertainStart
			? skipUncertainStart(start.uncertainStart)
			: start,
	);

	// The workers share one iterator, so there are never more promises than workers, however many starts there are.
	const entries = starts.entries();
	const work = async () => {
		for (const [index, start] of entries) {
			if (start.kind === 'failed' && !(isRetry && start.isFromPreviousRun)) onFailure();
			if (start.kind !== 'ready') continue;
			try {
				const result = await sendWithRetries(start, run);
				// Without a result, the run has ended before the start's turn.
				if (result !== undefined) results[index] = result;
			} catch (error) {
				// A fault of the node itself must not lose the results of the other starts. The flow may have started.
				const message = maskText(String(error), start.credential.accessToken);
				const attempt = { error: { code: undefined, message } };
				const meaning = classify(attempt, now());
				results[index] = toFailedStart(start, 1, describeFailure(attempt, meaning, start));
				endRun();
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(starts.length, maxInFlight) }, work));
	signal?.removeEventListener('abort', endRun);
	// A pause may still be waiting.
	endRun();
	windows.keep(target, queue.window, now());
	return { starts: results, pausedMs: queue.pausedMs };
}
