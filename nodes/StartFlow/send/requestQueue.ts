import { countSlots, updateWindow, type Load, type Window } from './window';

/** See `wait` in `n8n/sleep.ts`. It is injected, so that tests can use a virtual clock. */
export type Wait = (ms: number, ended: AbortSignal) => Promise<void>;

/** What the queue learns from a request that came back. */
interface ReturnedRequest {
	load: Load;
	/** How long the service asks all starts to wait, in ms. */
	retryAfterMs?: number;
}

/** The queue of a run. It lets out as many requests as the window allows, and none while the service has asked to wait. */
export class RequestQueue {
	private sentSoFar = 0;
	private inFlight = 0;
	private readonly waiting: Array<() => void> = [];

	private pausedUntil = 0;
	private isPaused = false;
	/** How long the service has held up this run with Retry-After. */
	pausedMs = 0;

	/** @param ended Aborts when nothing more may be sent. */
	constructor(
		public window: Window,
		private readonly ended: AbortSignal,
		private readonly wait: Wait,
		private readonly now: () => number,
	) {
		ended.addEventListener('abort', () => this.release());
	}

	/**
	 * Sends a request when it is its turn, and adapts to how it came back before another request leaves.
	 * @param isRetry It goes before new starts.
	 * @returns `undefined` if the run ended before the request's turn.
	 */
	async enqueue<Result extends ReturnedRequest>(
		send: () => Promise<Result>,
		{ isRetry }: { isRetry: boolean },
	): Promise<Result | undefined> {
		await new Promise<void>((resolve) => {
			if (isRetry) this.waiting.unshift(resolve);
			else this.waiting.push(resolve);
			this.release();
		});
		try {
			if (this.ended.aborted) return undefined;
			const requestNumber = this.sentSoFar++;
			const sentAt = this.now();
			const result = await send();
			const { load, retryAfterMs } = result;
			const timeMs = this.now() - sentAt;
			const endedRequest = { load, requestNumber, sentSoFar: this.sentSoFar, timeMs };
			this.window = updateWindow(this.window, endedRequest);
			if (retryAfterMs !== undefined) void this.pauseFor(retryAfterMs);
			return result;
		} finally {
			this.inFlight--;
			this.release();
		}
	}

	private async pauseFor(ms: number): Promise<void> {
		this.pausedUntil = Math.max(this.pausedUntil, this.now() + ms);
		if (this.isPaused) return;
		const pausedAt = this.now();
		this.isPaused = true;
		// Another answer may prolong the pause meanwhile.
		while (this.pausedUntil > this.now() && !this.ended.aborted) {
			await this.wait(this.pausedUntil - this.now(), this.ended);
		}
		this.isPaused = false;
		this.pausedMs += this.now() - pausedAt;
		this.release();
	}

	/** Gives a place to as many waiting requests as there is room for. When the run has ended, all get one, and `enqueue` sends none. */
	private release(): void {
		const hasRoom = () => !this.isPaused && this.inFlight < countSlots(this.window);
		while (this.ended.aborted || hasRoom()) {
			const resolve = this.waiting.shift();
			if (resolve === undefined) return;
			this.inFlight++;
			resolve();
		}
	}
}
