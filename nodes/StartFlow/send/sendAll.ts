import {
	endBeforeTurn,
	type ReadyStart,
	type RecalledStart,
	type RunResult,
	type Slowdown,
} from '../start/itemStart';
import type { KnownService, KnownServices } from './knownServices';
import { RequestQueue } from './requestQueue';
import { type SendOptions, sendWithRetries } from './sendWithRetries';
import { openWindow } from './window';

export interface SendAllOptions extends SendOptions {
	/** The most starts in flight, at least 1. A fraction is dropped. With 1 they go strictly one after another, in input order. */
	concurrency: number;
	stopOnFailure: boolean;
	services: KnownServices;
	/** A Retry goes on after an uncertain start, to start the rest. Retry On Fail stops there, as the first run did. */
	isRetry: boolean;
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
	const { stopOnFailure, isRetry, services, clock, signal } = options;
	const concurrency = Math.floor(options.concurrency);

	// A run may start several flows. One that is held back delays the others only once all workers wait for it.
	const queues = new Map<KnownService, RequestQueue>();
	const getQueue = (start: ReadyStart) => {
		const service = services.get(start);
		const opened = queues.get(service);
		if (opened !== undefined) return opened;
		const window = openWindow(concurrency, service.window);
		// The run has one queue for each service, so Max Retries of its first start says when the service is given up.
		const { maxRetries } = start.options;
		const queue = new RequestQueue(maxRetries, window, service.limit, clock);
		queues.set(service, queue);
		return queue;
	};
	let hasEnded = false;
	const endRun = () => {
		hasEnded = true;
		for (const queue of queues.values()) queue.end();
	};
	const onFinalFailure = ({ isFault }: { isFault: boolean }) => {
		if (stopOnFailure || isFault) endRun();
	};
	// What the run does not reach stays like this.
	const results = starts.map(endBeforeTurn);

	// The workers share one iterator, so there are never more promises than workers, however many starts there are.
	const entries = starts.entries();
	const work = async () => {
		for (const [index, start] of entries) {
			if (start.kind === 'failed' && !isRetry) onFinalFailure({ isFault: false });
			if (hasEnded) return;
			if (start.kind !== 'ready') continue;
			const queue = getQueue(start);
			const result = await sendWithRetries(start, { ...options, queue, onFinalFailure });
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
	const slowdown: Slowdown = { turnedAwayCount: 0, heldBackMs: 0 };
	for (const [service, queue] of queues) {
		if (queue.window.hasNews) service.window = queue.window;
		service.usedAt = clock.now();
		slowdown.turnedAwayCount += queue.slowdown.turnedAwayCount;
		slowdown.heldBackMs = Math.max(slowdown.heldBackMs, queue.slowdown.heldBackMs);
	}
	return { starts: results, slowdown };
}
