import type { Attempt } from './attempt';
import { afterAnswer, loadOf, openWindow, type Window } from './window';

/** Waits `ms`, or less when `over` aborts. Injected: the rules have no clock of their own. */
export type Wait = (ms: number, over: AbortSignal) => Promise<void>;

/** The time in ms since the epoch. */
export type Now = () => number;

/**
 * Lets requests out: no more at once than the window allows, and none before the time that the
 * service asked to be left alone for. One per run, for all of its starts.
 */
export class Traffic {
	/** How long the service has held up this run with Retry-After, in ms. */
	heldUp = 0;

	private window: Window;

	private sent = 0;

	private inFlight = 0;

	/** Requests that wait for their turn: what is tried again goes before what is new. */
	private readonly waiting: Record<'again' | 'first', Array<() => void>> = { again: [], first: [] };

	private pausedUntil = 0;

	private pause: Promise<void> | undefined;

	/**
	 * @param limit The most requests at once.
	 * @param over Aborts when nothing more is to be sent.
	 */
	constructor(
		limit: number,
		private readonly over: AbortSignal,
		private readonly wait: Wait,
		private readonly now: Now,
	) {
		this.window = openWindow(limit);
		over.addEventListener('abort', () => this.letNextGo());
	}

	/** Sends as soon as it is this request's turn; gives `undefined` when the run is over by then. */
	async send(
		turn: 'again' | 'first',
		request: () => Promise<Attempt>,
	): Promise<Attempt | undefined> {
		await this.turnOf(turn);
		const attempt = this.over.aborted ? undefined : await this.sendNow(request);
		this.inFlight--;
		this.letNextGo();
		return attempt;
	}

	private async sendNow(request: () => Promise<Attempt>): Promise<Attempt> {
		const number = this.sent++;
		const attempt = await request();
		this.window = afterAnswer(this.window, loadOf(attempt), number, this.sent);
		return attempt;
	}

	/** Lets nothing out for the next `ms`: the service has asked for it. */
	holdUp(ms: number): void {
		const until = this.now() + ms;
		if (until <= this.pausedUntil) return;
		this.heldUp += until - Math.max(this.pausedUntil, this.now());
		this.pausedUntil = until;
		this.pause ??= this.endOfPause();
	}

	private async endOfPause(): Promise<void> {
		// It may be prolonged while it lasts.
		while (this.left() > 0 && !this.over.aborted) await this.wait(this.left(), this.over);
		this.pause = undefined;
		this.letNextGo();
	}

	private left(): number {
		return this.pausedUntil - this.now();
	}

	private async turnOf(turn: 'again' | 'first'): Promise<void> {
		await new Promise<void>((resolve) => {
			this.waiting[turn].push(resolve);
			this.letNextGo();
		});
	}

	private letNextGo(): void {
		while (this.over.aborted || this.hasRoom()) {
			const go = this.waiting.again.shift() ?? this.waiting.first.shift();
			if (go === undefined) return;
			this.inFlight++;
			go();
		}
	}

	private hasRoom(): boolean {
		return this.pause === undefined && this.inFlight < this.window.size;
	}
}
