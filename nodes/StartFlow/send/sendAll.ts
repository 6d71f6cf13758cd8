import {
	endBeforeTurn,
	type ReadyStart,
	type RecalledStart,
	type RunResult,
} from '../start/itemStart';
import type { KnownFlow, KnownServices } from './knownServices';
import { RequestQueue } from './requestQueue';
import { type SendOptions, sendWithRetries } from './sendWithRetries';

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
	const { stopOnFailure, isRetry, signal } = options;
	const concurrency = Math.floor(options.concurrency);
	const queues = new RunQueues(concurrency, options);
	const onFinalFailure = ({ isFault }: { isFault: boolean }) => {
		if (stopOnFailure || isFault) queues.end();
	};
	// What the run does not reach stays like this.
	const results = starts.map(endBeforeTurn);

	// The workers share one iterator, so there are never more promises than workers, however many starts there are.
	const entries = starts.entries();
	const work = async () => {
		for (const [index, start] of entries) {
			if (start.kind === 'failed' && !isRetry) onFinalFailure({ isFault: false });
			if (queues.haveEnded) return;
			if (start.kind !== 'ready') continue;
			const queue = queues.get(start);
			const result = await sendWithRetries(start, { ...options, queue, onFinalFailure });
			// Without a result, the run has ended before the start's turn.
			if (result !== undefined) results[index] = result;
		}
	};
	const endRun = () => queues.end();
	signal?.addEventListener('abort', endRun);
	if (signal?.aborted) endRun();
	try {
		await Promise.all(Array.from({ length: Math.min(starts.length, concurrency) }, work));
	} finally {
		signal?.removeEventListener('abort', endRun);
		endRun();
	}
	return { starts: results, turnedAwayCount: queues.countTurnedAway() };
}

/** One queue for each flow of the run. One that is held back delays the others only once all workers wait for it. */
class RunQueues {
	haveEnded = false;
	private readonly queues = new Map<KnownFlow, RequestQueue>();

	constructor(
		private readonly concurrency: number,
		private readonly options: Pick<SendAllOptions, 'services' | 'clock'>,
	) {}

	get(start: ReadyStart): RequestQueue {
		const { services, clock } = this.options;
		const flow = services.get(start);
		const queue = this.queues.get(flow) ?? new RequestQueue(flow, this, this.concurrency, clock);
		this.queues.set(flow, queue);
		return queue;
	}

	end(): void {
		this.haveEnded = true;
		for (const queue of this.queues.values()) queue.end();
	}

	countTurnedAway(): number {
		let count = 0;
		for (const { turnedAwayCount } of this.queues.values()) count += turnedAwayCount;
		return count;
	}
}
