import type { Attempt } from '../http/attempt';
import { afterAnswer, loadOf, type Window } from './window';

/** Waits `ms`, or less when `over` aborts. Injected: in tests, the clock is a virtual one. */
export type Wait = (ms: number, over: AbortSignal) => Promise<void>;

export type Now = () => number;

/**
 * Lets requests out: no more at once than the window allows, and none before the time that the
 * service asked to be left alone for. One per run, for all of its starts.
 */
export class RequestQueue {
	private sent = 0;
	private inFlight = 0;
	private readonly waiting: Array<() => void> = [];

	/** Until when the service has asked to be left alone, in ms. */
	private pausedUntil = 0;
	private isPaused = false;
	/** How long the service has held up this run with Retry-After, in ms. */
	pausedMs = 0;

	/**
	 * @param window How many requests may be under way at once.
	 * @param over Aborts when nothing more is to be sent.
	 */
	constructor(
		public window: Window,
		private readonly over: AbortSignal,
		private readonly wait: Wait,
		private readonly now: Now,
	) {
		over.addEventListener('abort', () => this.letNextGo());
	}

	/**
	 * Sends as soon as it is this request's turn; gives `undefined` when the run is over by then.
	 * @param isRetry What is tried again goes before what is new.
	 * @param decide Asked before another request can leave, so that it can hold up or end the run.
	 */
	async send<T>(
		isRetry: boolean,
		request: () => Promise<Attempt>,
		decide: (attempt: Attempt) => T,
	): Promise<T | undefined> {
		await new Promise<void>((go) => {
			if (isRetry) this.waiting.unshift(go);
			else this.waiting.push(go);
			this.letNextGo();
		});
		let decision: T | undefined;
		if (!this.over.aborted) {
			const number = this.sent++;
			const begin = this.now();
			const attempt = await request();
			const [load, time] = [loadOf(attempt), this.now() - begin];
			this.window = afterAnswer(this.window, { load, number, sent: this.sent, time });
			decision = decide(attempt);
		}
		// Not after what was thrown: its place stays taken, until the run has ended for it.
		this.inFlight--;
		this.letNextGo();
		return decision;
	}

	/** Lets nothing out for the next `ms`: the service has asked for it. */
	pauseFor(ms: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, this.now() + ms);
		if (!this.isPaused) void this.pause();
	}

	private async pause(): Promise<void> {
		const since = this.now();
		this.isPaused = true;
		// It may be prolonged while it lasts.
		while (this.pausedUntil > this.now() && !this.over.aborted) {
			await this.wait(this.pausedUntil - this.now(), this.over);
		}
		this.isPaused = false;
		this.pausedMs += this.now() - since;
		this.letNextGo();
	}

	private letNextGo(): void {
		const hasRoom = () => !this.isPaused && this.inFlight < this.window.size;
		while (this.over.aborted || hasRoom()) {
			const go = this.waiting.shift();
			if (go === undefined) return;
			this.inFlight++;
			go();
		}
	}
}
