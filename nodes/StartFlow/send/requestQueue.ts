import { countSlots, updateWindow, type Load, type Window } from './window';

/** See `wait` in `n8n/sleep.ts`. It is injected, so that tests can use a virtual clock. */
export type Wait = (ms: number, ended: AbortSignal) => Promise<void>;

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
		ended.addEventListener('abort', () => this.letOut());
	}

	/**
	 * Sends a request when it is its turn. `sendOnce` can pause or end the run before another request leaves.
	 * @param isFurtherAttempt It goes before new starts.
	 * @returns `undefined` if the run ended before the request's turn.
	 */
	async enqueue<Result extends { load: Load }>(
		sendOnce: () => Promise<Result>,
		{ isFurtherAttempt }: { isFurtherAttempt: boolean },
	): Promise<Result | undefined> {
		await new Promise<void>((go) => {
			if (isFurtherAttempt) this.waiting.unshift(go);
			else this.waiting.push(go);
			this.letOut();
		});
		if (this.ended.aborted) return undefined;
		const requestNumber = this.sentSoFar++;
		const sentAt = this.now();
		const result = await sendOnce();
		const timeMs = this.now() - sentAt;
		const endedRequest = { load: result.load, requestNumber, sentSoFar: this.sentSoFar, timeMs };
		this.window = updateWindow(this.window, endedRequest);
		// If `sendOnce` throws, its place is not freed: `sendAll` ends the run.
		this.inFlight--;
		this.letOut();
		return result;
	}

	async pauseFor(ms: number): Promise<void> {
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
		this.letOut();
	}

	/** Lets out as many requests as there is room for. When the run has ended, it lets out all, and `enqueue` sends none. */
	private letOut(): void {
		const hasRoom = () => !this.isPaused && this.inFlight < countSlots(this.window);
		while (this.ended.aborted || hasRoom()) {
			const go = this.waiting.shift();
			if (go === undefined) return;
			this.inFlight++;
			go();
		}
	}
}
